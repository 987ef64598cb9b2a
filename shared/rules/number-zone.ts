/** Time zones of Brazil's area codes that do not follow Brasília. */
const BRAZILIAN_AREAS: Record<string, string> = {
  '65': 'America/Cuiaba',
  '66': 'America/Cuiaba',
  '67': 'America/Campo_Grande',
  '68': 'America/Rio_Branco',
  '69': 'America/Porto_Velho',
  '92': 'America/Manaus',
  '95': 'America/Boa_Vista',
  '97': 'America/Manaus',
};
const BRAZIL = '55';
/** Country code and area code together. */
const BRAZILIAN_AREA_END = 4;

/** Country codes of E.164 whose country has one time zone, or nearly all of its people in one. */
const COUNTRIES: Record<string, string> = {
  '20': 'Africa/Cairo',
  '27': 'Africa/Johannesburg',
  '30': 'Europe/Athens',
  '31': 'Europe/Amsterdam',
  '32': 'Europe/Brussels',
  '33': 'Europe/Paris',
  '34': 'Europe/Madrid',
  '36': 'Europe/Budapest',
  '39': 'Europe/Rome',
  '40': 'Europe/Bucharest',
  '41': 'Europe/Zurich',
  '43': 'Europe/Vienna',
  '44': 'Europe/London',
  '45': 'Europe/Copenhagen',
  '46': 'Europe/Stockholm',
  '47': 'Europe/Oslo',
  '48': 'Europe/Warsaw',
  '49': 'Europe/Berlin',
  '51': 'America/Lima',
  '53': 'America/Havana',
  '54': 'America/Argentina/Buenos_Aires',
  '56': 'America/Santiago',
  '57': 'America/Bogota',
  '58': 'America/Caracas',
  '63': 'Asia/Manila',
  '65': 'Asia/Singapore',
  '66': 'Asia/Bangkok',
  '81': 'Asia/Tokyo',
  '82': 'Asia/Seoul',
  '84': 'Asia/Ho_Chi_Minh',
  '90': 'Europe/Istanbul',
  '91': 'Asia/Kolkata',
  '92': 'Asia/Karachi',
  '212': 'Africa/Casablanca',
  '234': 'Africa/Lagos',
  '244': 'Africa/Luanda',
  '258': 'Africa/Maputo',
  '351': 'Europe/Lisbon',
  '353': 'Europe/Dublin',
  '502': 'America/Guatemala',
  '503': 'America/El_Salvador',
  '504': 'America/Tegucigalpa',
  '505': 'America/Managua',
  '506': 'America/Costa_Rica',
  '507': 'America/Panama',
  '591': 'America/La_Paz',
  '593': 'America/Guayaquil',
  '595': 'America/Asuncion',
  '598': 'America/Montevideo',
  '971': 'Asia/Dubai',
  '972': 'Asia/Jerusalem',
};
const COUNTRY_CODE_MAX = 3;

/**
 * Returns the IANA zone of a phone number by its country, and in Brazil by its area code; undefined if the number does
 * not tell, as in countries with several zones.
 * @param number digits with the country code
 */
export const zoneOfNumber = (number: string): string | undefined => {
  if (number.startsWith(BRAZIL))
    return BRAZILIAN_AREAS[number.slice(BRAZIL.length, BRAZILIAN_AREA_END)] ?? 'America/Sao_Paulo';
  for (let digits = COUNTRY_CODE_MAX; digits > 1; digits -= 1) {
    const zone = COUNTRIES[number.slice(0, digits)];
    if (zone !== undefined) return zone;
  }
  return undefined;
};
