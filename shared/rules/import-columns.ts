import type { ImportField } from '../entities/contact-import.ts';
import { searchWords } from './normalize-for-search.ts';

/** What a heading must say to be a field, in the four languages of the product, without case and accents. */
interface Meaning {
  /** Words that name the field. */
  clear: readonly string[];
  /** Words that name it if no column does so clearly. */
  vague: readonly string[];
  /** Words with which the heading means something else. */
  other: readonly string[];
}

const MEANINGS: Record<ImportField, Meaning> = {
  number: {
    clear: [
      ...['celular', 'cel', 'telefone', 'telefones', 'fone', 'tel', 'whatsapp', 'whats', 'zap'],
      ...['phone', 'mobile', 'telefono', 'movil', 'telefon', 'telefonu', 'gsm'],
    ],
    vague: ['numero', 'number', 'numara', 'numarasi', 'contato', 'contacto', 'contact'],
    other: [
      ...['pedido', 'order', 'siparis', 'nota', 'factura', 'fatura', 'casa', 'endereco', 'address', 'adres'],
      ...[
        'cpf',
        'cnpj',
        'rg',
        'documento',
        'document',
        'serie',
        'protocolo',
        'fixo',
        'name',
        'nome',
        'nombre',
      ],
    ],
  },
  email: {
    clear: ['email', 'emails', 'mail', 'correo', 'eposta', 'posta'],
    vague: [],
    other: [],
  },
  tags: {
    clear: ['tag', 'tags', 'etiqueta', 'etiquetas', 'etiket', 'etiketler'],
    vague: ['marcador', 'marcadores', 'labels', 'label'],
    other: [],
  },
  name: {
    clear: ['nome', 'name', 'nombre', 'isim', 'ad', 'adi'],
    vague: [
      ...['cliente', 'clientes', 'customer', 'client', 'musteri', 'contato', 'contacto', 'contact', 'kisi'],
      ...['pessoa', 'persona', 'person', 'razao'],
    ],
    other: [
      ...[
        'empresa',
        'company',
        'sirket',
        'usuario',
        'user',
        'arquivo',
        'file',
        'produto',
        'producto',
        'product',
      ],
      ...['mae', 'pai', 'rua', 'cidade', 'ciudad', 'city', 'bairro', 'id', 'codigo', 'code'],
    ],
  },
};
/** The fields in the order in which they choose: clear ones first, so that a vague word is left for the name. */
const FIELDS: readonly ImportField[] = ['number', 'email', 'tags', 'name'];

const CLEAR = 2;
const VAGUE = 1;

/** Returns how clearly a heading names a field; 0 if it does not. Fewer words beside it make it clearer. */
const clarity = (heading: string, { clear, vague, other }: Meaning): number => {
  const words = searchWords(heading);
  if (words.some((word) => other.includes(word))) return 0;
  const has = (of: readonly string[]): boolean => words.some((word) => of.includes(word));
  const base = has(clear) ? CLEAR : has(vague) ? VAGUE : 0;
  return base === 0 ? 0 : base + 1 / (words.length + 1);
};

/** Guesses each field's column from the meaning of the headings. Of equally good columns, returns the first. */
export const guessColumns = (columns: readonly string[]): Partial<Record<ImportField, number>> => {
  const guess: Partial<Record<ImportField, number>> = {};
  for (const field of FIELDS) {
    let best = 0;
    for (const [place, heading] of columns.entries()) {
      const found = Object.values(guess).includes(place) ? 0 : clarity(heading, MEANINGS[field]);
      if (found <= best) continue;
      best = found;
      guess[field] = place;
    }
  }
  return guess;
};

/** Maximum of rows at the beginning of a sheet that may be titles above the headings. */
export const TITLE_ROWS_MAX = 15;

/**
 * Returns the place of the headings among the first rows of a sheet: the first row that names at least two fields. If
 * none does, it is the first row.
 */
export const headingPlace = (rows: readonly (readonly string[])[]): number => {
  const place = rows
    .slice(0, TITLE_ROWS_MAX)
    .findIndex((cells) => Object.keys(guessColumns(cells)).length >= 2);
  return Math.max(0, place);
};
