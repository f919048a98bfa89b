const splitNames = (text: string): [string, ...string[]] => {
  const [first = '', ...rest] = text.split(',').map((name) => name.trim());
  return [first, ...rest];
};

export const countries = splitNames(`
  Afghanistan, Albania, Algeria, Andorra, Angola, Argentina, Armenia, Australia, Austria, Azerbaijan,
  Bahamas, Bahrain, Bangladesh, Barbados, Belarus, Belgium, Belize, Benin, Bhutan, Bolivia, Botswana,
  Brazil, Brunei, Bulgaria, Burundi, Cambodia, Cameroon, Canada, Chad, Chile, China, Colombia, Comoros,
  Croatia, Cuba, Cyprus, Czechia, Denmark, Djibouti, Dominica, Ecuador, Egypt, Eritrea, Estonia, Eswatini,
  Ethiopia, Fiji, Finland, France, Gabon, Gambia, Georgia, Germany, Ghana, Greece, Grenada, Guatemala,
  Guinea, Guyana, Haiti, Honduras, Hungary, Iceland, India, Indonesia, Iran, Iraq, Ireland, Israel, Italy,
  Jamaica, Japan, Jordan, Kazakhstan, Kenya, Kiribati, Kuwait, Kyrgyzstan, Laos, Latvia, Lebanon, Lesotho,
  Liberia, Libya, Liechtenstein, Lithuania, Luxembourg, Madagascar, Malawi, Malaysia, Maldives, Mali,
  Malta, Mauritania, Mauritius, Mexico, Moldova, Monaco, Mongolia, Montenegro, Morocco, Mozambique,
  Myanmar, Namibia, Nauru, Nepal, Netherlands, Nicaragua, Niger, Nigeria, Norway, Oman, Pakistan, Palau,
  Panama, Paraguay, Peru, Philippines, Poland, Portugal, Qatar, Romania, Rwanda, Samoa, Senegal, Serbia,
  Seychelles, Singapore, Slovakia, Slovenia, Somalia, Spain, Sudan, Suriname, Sweden, Switzerland, Syria,
  Tajikistan, Tanzania, Thailand, Togo, Tonga, Tunisia, Turkmenistan, Tuvalu, Uganda, Ukraine, Uruguay,
  Uzbekistan, Vanuatu, Venezuela, Vietnam, Yemen, Zambia, Zimbabwe
`);

export const directions = splitNames(`
  Northern, Eastern, Southern, Western, Central, Upper, Lower, Inner, Outer
`);

export const landscapes = splitNames(`
  Highlands, Plains, Coast, Valley, Lakes, Hills, Uplands, Lowlands, Basin, Plateau, Islands, Forests,
  Marches, Peninsula, Delta
`);

export const districts = splitNames('State, Province, County, District, Canton, Territory, Prefecture');

export const placePrefixes = splitNames(`
  Ash, Birch, Oak, Elm, Maple, Cedar, Thorn, Fern, Wood, Stone, Rock, Sand, Clay, Salt, Silver, Gold, Iron,
  Copper, Lang, Klein, Gross, Neu, Alt, Ober, Unter, Roth, Weiss, Schwarz, Grün, Blau, Mont, Beau, Belle,
  Saint, Grand, Petit, Haut, Bas, Clair, Noir, Santa, San, Villa, Casa, Monte, Costa, Rio, Puerto, Nova,
  Vila, Campo, Porto, Ram, Shiv, Hari, Dev, Raj, Chandra, Surya, Indra, Krishna, Lakshmi, Nord, Sør, Øst,
  Vest, Stor, Lille, Ny, Gamle, Berg, Dal, King, Queen, Prince, Bishop, Abbot, Market, Mill, Bridge, Ford,
  Castle, Church, Temple, Harbour, Lake, River, Spring, Summer, Winter, Rose, Lily
`);

export const placeSuffixes = splitNames(`
  ton, ham, ford, field, bury, wick, worth, stead, mouth, pool, burg, dorf, heim, stadt, berg, feld,
  hausen, brück, ville, court, mont, fontaine, rive, vale, nagar, pur, abad, garh, ganj, patnam, wara,
  halli, vik, havn, sund, torp, by, stad, holm, lund, ia, ana, ona, ela, ino, ara
`);

export const streets = splitNames(`
  Street, Road, Avenue, Lane, Square, Park, Gardens, Crescent, Terrace, Market, Mall, Plaza, Quay, Hill,
  Station Road, Industrial Estate
`);

/** Fictitious brands. */
export const brands = splitNames(`
  Arden, Bellwether, Calder, Dunmore, Elmwood, Fairview, Garnet, Hawthorn, Inkwell, Juniper, Kestrel,
  Larkspur, Marlowe, Northgate, Orchard, Papyrus, Quillon, Redwood, Sable, Thistle, Umber, Verity, Wren,
  Yarrow, Zephyr
`);

export const qualities = splitNames(`
  Basic, Classic, Premium, Student, Office, Studio, Artist, Executive, Eco, Travel, Junior, Deluxe,
  Everyday, Professional, Slim, Heavy Duty
`);

export const colors = splitNames(`
  Black, White, Blue, Navy, Red, Crimson, Green, Olive, Yellow, Orange, Violet, Rosé, Brown, Grey, Silver,
  Gold, Turquoise, Assorted
`);

export const materials = splitNames(`
  Paper, Recycled Paper, Cardboard, Kraft, Plastic, Metal, Steel, Brass, Wood, Bamboo, Leather, Cotton,
  Felt, Glass
`);

export const packs = splitNames(`
  Single, Pack of 2, Pack of 5, Pack of 10, Box of 12, Box of 50, Set of 3, Set of 24, A4, A5, A6, B5
`);

export const productsByCategory: Record<string, readonly string[]> = {
  Pens: ['Ballpoint Pen', 'Gel Pen', 'Fountain Pen', 'Rollerball', 'Fineliner', 'Highlighter'],
  Pencils: ['Graphite Pencil', 'Mechanical Pencil', 'Coloured Pencil', 'Charcoal Pencil'],
  Notebooks: ['Ruled Notebook', 'Dotted Notebook', 'Spiral Notebook', 'Pocket Notebook', 'Planner'],
  Paper: ['Copy Paper', 'Photo Paper', 'Drawing Paper', 'Sticky Notes', 'Envelope'],
  Files: ['Ring Binder', 'Lever Arch File', 'Display Book', 'Document Wallet', 'Archive Box'],
  Desk: ['Stapler', 'Hole Punch', 'Tape Dispenser', 'Pen Stand', 'Desk Mat', 'Paper Clips'],
  Art: ['Acrylic Paint', 'Watercolour Set', 'Brush Set', 'Canvas', 'Sketchbook', 'Marker Set'],
  School: ['Geometry Box', 'Eraser', 'Sharpener', 'Ruler', 'Exercise Book', 'Glue Stick'],
  Calendars: ['Wall Calendar', 'Desk Calendar', 'Diary', 'Year Planner'],
  Gifts: ['Gift Box', 'Wrapping Paper', 'Greeting Card', 'Ribbon', 'Pen Gift Set'],
  Adhesives: ['Clear Tape', 'Double-sided Tape', 'Super Glue', 'Craft Glue'],
  Machines: ['Laminator', 'Label Printer', 'Calculator', 'Paper Shredder', 'Binding Machine'],
};
