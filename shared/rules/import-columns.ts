import type { ImportField } from '../entities/contact-import.ts';
import { normalizeForSearch } from './normalize-for-search.ts';

/** What people call these columns, as words to compare. */
const HEADINGS: Record<ImportField, readonly string[]> = {
  name: ['name', 'nome', 'nombre', 'ad', 'isim', 'contact', 'contato', 'contacto'],
  number: [
    'number',
    'numero',
    'numara',
    'phone',
    'telefone',
    'telefono',
    'telefon',
    'celular',
    'whatsapp',
    'mobile',
  ],
  email: ['email', 'e mail', 'mail', 'correo', 'correo electronico', 'e posta'],
  tags: ['tags', 'tag', 'etiquetas', 'etiqueta', 'etiketler', 'etiket'],
};
const FIELDS: readonly ImportField[] = ['name', 'number', 'email', 'tags'];

/** The columns that their headings tell, the first of each kind. */
export const guessColumns = (columns: readonly string[]): Partial<Record<ImportField, number>> => {
  const words = columns.map(normalizeForSearch);
  const found = FIELDS.map((field) => [field, words.findIndex((word) => HEADINGS[field].includes(word))]);
  return Object.fromEntries(found.filter(([, place]) => place !== -1));
};
