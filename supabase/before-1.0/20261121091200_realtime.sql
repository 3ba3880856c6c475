-- The tables whose changes the screens follow. Replica identity stays the default: a DELETE tells the key and nothing
-- else, so nobody learns the contents of a row through its removal.

alter publication supabase_realtime add table
  public.contact_messages,
  public.parkings,
  public.parking_deletion_logs,
  public.project_attendants,
  public.shift_registrations,
  public.web_activity_logs,
  public.vehicle_registrations,
  public.units,
  public.properties,
  public.property_bids;
