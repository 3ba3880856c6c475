/** Reads photos of faults of cars, for a screen that shows them. */
import { RENEW_PHOTOS_MS, signWorkPhotos } from "../stored-files.ts";
import { queryOptions } from "../use-query.ts";
import type { VehicleFault } from "./queries.ts";

/** The addresses of a fault's photos, in their order; one that has gone is left out. */
export const faultPhotoQueries = {
  of: ({ id, photos }: VehicleFault) =>
    queryOptions({
      queryKey: ["vehicle_fault_photos", id, photos] as const,
      refetchInterval: RENEW_PHOTOS_MS,
      queryFn: async (acting): Promise<string[]> => {
        const addresses = await signWorkPhotos(acting, photos);
        return photos.flatMap((path) => addresses.get(path) ?? []);
      },
    }),
};
