// Commands that run the project in a copy at another place, with the rights that an operator may have given that place.

/**
 * `folderMode` is the mode of the folder around the checkout. `isReadOnly` makes the checkout read-only. `asNobody` runs the command as an
 * ordinary user.
 */
export type Place = { folderMode: string; isReadOnly?: boolean; asNobody?: boolean };

/** Path of the checkout below the folder. It has a blank, as people's folders do. */
const CHECKOUT = "my project";
const NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];

/**
 * Prefix for a command, so that it runs in a checkout below `folder`. The folder is a file system of its own, which exists until the
 * command ends. Needs root.
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
