-- Rows that a fresh start shows in both security profiles (decisions §2): sites, units, properties with bids. Nobody can log in with these
-- rows; people with demo passwords are in seed-demo.sql.

insert into public.main_page_sites (name, path, description, created_at) values
  ('Standardparkeringen', 'standard', 'Parkering i centrala staden, dygnet runt.', now() - interval '60 days'),
  ('Östra hamnen', 'ostra-hamnen', 'Kajparkering vid färjeterminalen och Magasinsgatan.', now() - interval '59 days'),
  ('Ledningscentralen', '721075', 'Ledning och fördelning av enheter.', now() - interval '58 days'),
  ('Taxi Ystad', '157715', 'Biluppskrivning för chaufförer.', now() - interval '57 days'),
  ('Ambulanssjukvården', 'ASE', 'Portal för ambulanspersonal.', now() - interval '56 days'),
  ('Ystadbostäder', 'YSTAD', 'Bostäder till salu och budgivning.', now() - interval '55 days');

insert into public.units (unit_number, location, status, occupation, vehicle_type, operational_status) values
  ('31-1010', 'Malmö', 'AVAILABLE', 'Yttre befäl', 'Volvo V90', 'ACTIVE'),
  ('31-1020', 'Malmö', 'BUSY', 'Ingripande', 'Volkswagen Passat', 'ACTIVE'),
  ('31-1030', 'Malmö', 'Radiobil', 'Patrull', 'Volvo XC70', 'ACTIVE'),
  ('31-1990', 'Malmö', 'CIVILBIL', 'Spaning', 'BMW 330', 'STANDBY'),
  ('32-2010', 'Ystad', 'AVAILABLE', 'Patrull', 'Volvo V90', 'ACTIVE'),
  ('32-2020', 'Ystad', 'BUSY', 'Trafik', 'BMW R 1250', 'ACTIVE'),
  ('32-2030', 'Ystad', 'OUT_OF_SERVICE', 'Hundförare', 'Mercedes Vito', 'MAINTENANCE'),
  ('32-2990', 'Ystad', 'EXEMPT', 'Utredning', 'Volvo V60', 'EXEMPT'),
  ('33-3010', 'Simrishamn', 'Radiobil', 'Patrull', 'Volvo V90', 'ACTIVE'),
  ('33-3020', 'Simrishamn', 'AVAILABLE', 'Patrull', 'Volkswagen Amarok', 'STANDBY'),
  ('33-3030', 'Simrishamn', 'BUSY', 'Sjöpolis', 'Targa 32', 'ACTIVE'),
  ('33-3990', 'Simrishamn', 'CIVILBIL', 'Områdespolis', 'Volvo V60', 'STANDBY');

insert into public.teamspeak_units (unit_number, channel, is_active, last_seen) values
  ('31-1010', 'Malmö ledning', true, now() - interval '2 minutes'),
  ('32-2010', 'Ystad 1', true, now() - interval '5 minutes'),
  ('33-3030', 'Sjö', false, now() - interval '3 hours');

insert into public.properties (
  id, title, seller_name, short_description, description, price, min_bid, square_feet, bedrooms, bathrooms,
  address, city, state, zip_code, property_type, features, front_image_url, image_urls, created_at
) values
  ('b0570000-0000-4000-8000-000000000001', 'Korsvirkeshus vid Stortorget', 'Ystadbostäder AB',
   'Varsamt renoverat korsvirkeshus mitt i gamla stan.',
   'Huset från 1780-talet har fått nya installationer och behållit sina golv och sina spisar. Innergård med päronträd.',
   6450000, 6000000, 1830, 4, 2, 'Stora Östergatan 12', 'Ystad', 'Skåne', '271 34', 'house',
   array['Innergård', 'Öppen spis', 'Källare'], '/properties/half-timbered.svg',
   array['/properties/interior.svg', '/properties/garden.svg'],
   now() - interval '3 days'),
  ('b0570000-0000-4000-8000-000000000002', 'Strandvilla i Sandskogen', 'Ystadbostäder AB',
   'Ljus villa tvåhundra meter från havet.',
   'Enplansvilla med stora fönster mot tallarna, attefallshus för gäster och laddplats vid garaget.',
   8900000, null, 2150, 5, 2, 'Fritidsvägen 8', 'Ystad', 'Skåne', '271 60', 'villa',
   array['Havsnära', 'Garage', 'Laddplats', 'Gästhus'], '/properties/seaside-villa.svg',
   array['/properties/interior.svg'], now() - interval '6 days'),
  ('b0570000-0000-4000-8000-000000000003', 'Trea med balkong på Surbrunn', 'Ystadbostäder AB',
   'Genomgående trea på tredje våningen, balkong i väster.',
   'Föreningen är skuldfri och har nytt tak. Hiss, cykelrum och gemensam takterrass.',
   2350000, 2200000, 850, 2, 1, 'Surbrunnsvägen 21', 'Ystad', 'Skåne', '271 38', 'apartment',
   array['Hiss', 'Balkong'], '/properties/apartment-house.svg', array['/properties/interior.svg'],
   now() - interval '9 days'),
  ('b0570000-0000-4000-8000-000000000004', 'Skånelänga på Österlen', 'Dödsboet Nilsson',
   'Fyrlängad gård med utsikt över rapsfälten.',
   'Bostadslänga, stall och två ekonomibyggnader kring kullerstensgård. Tre hektar mark, varav en betad.',
   5200000, 4800000, 3100, 6, 2, 'Fågeltofta 115', 'Tomelilla', 'Skåne', '273 96', 'farm',
   array['Stall', 'Mark', 'Kakelugn'], '/properties/farm.svg', array['/properties/garden.svg'],
   now() - interval '14 days'),
  ('b0570000-0000-4000-8000-000000000005', 'Radhus i Svarte', 'Familjen Åberg',
   'Radhus i två plan, gångavstånd till tåget.',
   'Söderläge, egen täppa och förråd. Nytt kök 2022.',
   2795000, 2600000, 1290, 3, 1, 'Svartevägen 40', 'Svarte', 'Skåne', '271 73', 'townhouse',
   array['Uteplats', 'Förråd'], '/properties/townhouses.svg', array['/properties/garden.svg'],
   now() - interval '40 days'),
  ('b0570000-0000-4000-8000-000000000006', 'Fiskarstuga i Kåseberga', 'Ystadbostäder AB',
   'Röd stuga ovanför hamnen, nära Ales stenar.',
   'Vinterbonad stuga med sovloft och sjöbod i hamnen.',
   3150000, 2900000, 620, 1, 1, 'Ales väg 3', 'Kåseberga', 'Skåne', '271 78', 'cottage',
   array['Sjöbod', 'Havsutsikt'], '/properties/cottage.svg', array['/properties/interior.svg'],
   now() - interval '52 days');

insert into public.property_bids (id, property_id, bidder_name, amount, created_at) values
  ('b1d00000-0000-4000-8000-000000000001', 'b0570000-0000-4000-8000-000000000001', 'Lena Öberg', 6100000, now() - interval '2 days'),
  ('b1d00000-0000-4000-8000-000000000002', 'b0570000-0000-4000-8000-000000000001', 'Anonymous', 6250000, now() - interval '1 day'),
  ('b1d00000-0000-4000-8000-000000000003', 'b0570000-0000-4000-8000-000000000003', 'Ali Demir', 2300000, now() - interval '4 days'),
  ('b1d00000-0000-4000-8000-000000000004', 'b0570000-0000-4000-8000-000000000005', 'Sofia Lind', 2750000, now() - interval '33 days'),
  ('b1d00000-0000-4000-8000-000000000005', 'b0570000-0000-4000-8000-000000000005', 'Johan Berg', 2700000, now() - interval '34 days'),
  ('b1d00000-0000-4000-8000-000000000006', 'b0570000-0000-4000-8000-000000000006', 'Mikael Ek', 3200000, now() - interval '45 days');

-- Two properties are sold: the bid is accepted first, as agents do it.
update public.property_bids set accepted = true
where id in ('b1d00000-0000-4000-8000-000000000004', 'b1d00000-0000-4000-8000-000000000006');
update public.properties p set status = 'sold', accepted_bid_id = b.id
from public.property_bids b where b.property_id = p.id and b.accepted;
