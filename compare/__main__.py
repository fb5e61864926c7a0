"""``python -m compare`` runs the command line."""

from compare.cli import main

if __name__ == "__main__":
    main()
