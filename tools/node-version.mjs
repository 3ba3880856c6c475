// Refuses an old Node with a clear text; the file is plain enough to run on old versions itself.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\nThis project needs Node 20.19 or newer; this is ${process.versions.node}. Get it from https://nodejs.org\n`,
  );
  process.exit(1);
}
