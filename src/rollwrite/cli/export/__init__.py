"""Commands for what is elsewhere: on paper, in browsers."""
