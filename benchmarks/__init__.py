"""Speed, side by side: ratios taken in one run, because machines are shared and noisy."""
