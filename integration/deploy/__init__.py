"""The examples of docs/HowTo/Deploy.md."""
