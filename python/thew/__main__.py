"""`python -m thew` is the command line tool."""

from thew._cli import main

main()
