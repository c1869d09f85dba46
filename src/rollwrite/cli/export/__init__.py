"""Commands that write what is used elsewhere: on paper, in browsers."""
