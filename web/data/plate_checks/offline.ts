/** What a phone keeps of its site for checks without a network (document 4 §6). */

/** A site as the database tells it; rows are lists, since there may be twenty thousand of them. Times are ISO strings. */
export type OfflineData = {
  at: string;
  grace_minutes: number;
  observation_minutes: number;
  min_photos: number;
  max_amount: number | null;
  parkings: [
    id: string,
    plate: string,
    start: string,
    end: string,
    created: string,
    car_model: string,
    car_color: string,
    street: string,
    discord_username: string | null,
  ][];
  permits: [
    id: string,
    plate: string,
    from: string,
    until: string | null,
    ended: string | null,
    created: string,
    note: string,
  ][];
  fines: [
    id: string,
    plate: string,
    at: string,
    street: string,
    case_number: string,
    kind: "ticket" | "report",
    violation: string,
    status: string,
    isNewParking: boolean,
  ][];
  /** The first check of a plate's key today. */
  checks: [key: string, first: string][];
};
