export const FEMALE_NAMES =
  'Aaliyah Abigail Alejandra Amara Amelia Ana Anika Ashley Aubrey Beatriz Bianca Brooke Camila Caroline Chloe Claire Daniela Destiny Elena Elise Emma Esther Fatima Gabriela Grace Hannah Harper Imani Isabel Jasmine Jia Josephine Julia Keiko Kiara Layla Leah Lucia Maya Mei Mia Nadia Naomi Nicole Olivia Priya Rachel Renee Rosa Sadie Sofia Tessa Uma Valeria Wren Ximena Yara Zoe'.split(
    ' ',
  )
export const MALE_NAMES =
  'Aaron Adrian Ahmed Alex Andre Anthony Ben Brandon Caleb Carlos Chen Daniel Darius David Diego Dylan Eduardo Elijah Ethan Felix Gabriel Hassan Henry Isaac Ivan Jamal James Javier Jin Jordan Jose Kevin Kofi Leo Liam Logan Luis Malik Marcus Mateo Minh Nathan Noah Omar Owen Pedro Quentin Rafael Rohan Ryan Samuel Sanjay Theo Tyler Victor Wesley Xavier Yusuf Zach'.split(
    ' ',
  )
export const LAST_NAMES =
  'Adams Ahmed Alvarez Anderson Bailey Banerjee Barnes Bell Brooks Bryant Campbell Carter Castillo Chan Chavez Clark Coleman Cooper Cox Cruz Davis Delgado Diaz Dixon Edwards Ellis Evans Fisher Flores Foster Garcia Gibson Gomez Gonzalez Gray Green Griffin Gupta Hall Harris Hayes Henderson Hernandez Hill Howard Hughes Jackson James Jenkins Johnson Jones Jordan Kaur Kelly Khan Kim King Kowalski Lee Lewis Long Lopez Martin Martinez Mason Mendoza Miller Mitchell Moore Morales Morgan Morris Murphy Myers Nelson Nguyen Novak Okafor Ortiz Owens Park Parker Patel Patterson Perez Perry Peterson Phillips Powell Price Ramirez Reed Reyes Reynolds Richardson Rivera Roberts Robinson Rodriguez Rogers Romero Ross Ruiz Russell Sanchez Sanders Scott Shah Silva Simmons Singh Smith Stewart Sullivan Tanaka Taylor Thomas Thompson Torres Tran Turner Vargas Walker Wang Ward Washington Watson White Williams Wilson Wood Wright Yang Young'.split(
    ' ',
  )

export const LOSS_REASONS: readonly (readonly [string, number])[] = [
  ['Price too high', 24],
  ['Leased elsewhere', 22],
  ['No response', 20],
  ['No availability', 9],
  ['Location', 8],
  ['Floor plan did not fit', 6],
  ['Pets not accepted', 4],
  ['Credit or income', 4],
  ['Plans changed', 3],
]
export const NEXT_STEPS: readonly (readonly [string, number])[] = [
  ['No further contact', 40],
  ['Add to waitlist', 18],
  ['Offer sister property', 16],
  ['Contact at lease end', 14],
  ['Send specials', 12],
]

export const LISTING_OPENINGS = [
  'Bright',
  'Spacious',
  'Newly renovated',
  'Sunny corner',
  'Quiet',
  'Top-floor',
  'Pet-friendly',
  'Walk-to-train',
]
export const LISTING_HOMES = ['studio', 'one-bedroom', 'two-bedroom', 'three-bedroom', 'loft', 'one-bedroom with den']
export const LISTING_EXTRAS = [
  'with balcony',
  'near the park',
  'washer and dryer included',
  'garage parking',
  'with pool and gym',
  'one month free',
  'available now',
  'with city view',
]
