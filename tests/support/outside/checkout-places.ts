// Commands that run the project in another place than where it lies, with the rights that an operator gives that place.

/** `folderMode` is that of the folder around the checkout; `isReadOnly` of the checkout itself; `asNobody` runs it as an ordinary user. */
export type Place = { folderMode: string; isReadOnly?: boolean; asNobody?: boolean };

/** The checkout's path below the folder: with a blank, as people name folders. */
const CHECKOUT = "my project";
const NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];

/**
 * Words to put before a command, so that it runs in a checkout below `folder`, which is a file system of its own until the command ends.
 * Needs root.
 */
export function inPlace(folder: string, { folderMode, isReadOnly = false, asNobody = false }: Place): string[] {
  const script = [
    `mount -t tmpfs -o size=400m,mode=${folderMode} tmpfs "$0"`,
    `mkdir -m 777 "$0/${CHECKOUT}" "$0/data"`,
    `mount --bind "$PWD" "$0/${CHECKOUT}"`,
    ...(isReadOnly ? [`mount -o remount,bind,ro "$0/${CHECKOUT}"`] : []),
    `cd "$0/${CHECKOUT}"`,
    `exec ${asNobody ? `${NOBODY.join(" ")} ` : ""}"$@"`,
  ].join(" && ");
  return ["unshare", "-m", "sh", "-c", script, folder];
}
