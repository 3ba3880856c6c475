export { useIsWide } from "#parking/kernel/page/use-is-wide.ts";
