import type { RowRefusal } from '../entities/contact-import.ts';
import type { Language } from '../entities/user.ts';

interface SpreadsheetTexts {
  /** Name of the sheet and of its file. */
  contacts: string;
  name: string;
  number: string;
  email: string;
  tags: string;
  line: string;
  reason: string;
  refusals: Record<RowRefusal, string>;
}

/** The texts in exported spreadsheets, in the language that the company has chosen. */
export const SPREADSHEET_TEXTS: Readonly<Record<Language, SpreadsheetTexts>> = {
  pt: {
    contacts: 'Contatos',
    name: 'Nome',
    number: 'Número',
    email: 'E-mail',
    tags: 'Tags',
    line: 'Linha',
    reason: 'Motivo',
    refusals: {
      existing: 'Já existe um contato com este número',
      repeated: 'O número já está em outra linha do arquivo',
      name: 'O nome falta, ou não tem de 2 a 250 caracteres',
      number: 'O número falta, ou não tem de 8 a 50 dígitos',
      lost: 'O número foi abreviado pela planilha (como 5,51199E+12) e não dá para recuperar',
      email: 'O e-mail é inválido',
      tags: 'Uma tag não tem de 3 a 50 caracteres, ou são tags demais',
    },
  },
  en: {
    contacts: 'Contacts',
    name: 'Name',
    number: 'Number',
    email: 'Email',
    tags: 'Tags',
    line: 'Row',
    reason: 'Reason',
    refusals: {
      existing: 'A contact with this number already exists',
      repeated: 'The number is already in another row of the file',
      name: 'The name is missing, or not 2 to 250 characters long',
      number: 'The number is missing, or not 8 to 50 digits long',
      lost: 'The spreadsheet shortened the number (such as 5.51199E+12), and it cannot be recovered',
      email: 'The email is invalid',
      tags: 'A tag is not 3 to 50 characters long, or there are too many',
    },
  },
  es: {
    contacts: 'Contactos',
    name: 'Nombre',
    number: 'Número',
    email: 'Correo electrónico',
    tags: 'Etiquetas',
    line: 'Línea',
    reason: 'Motivo',
    refusals: {
      existing: 'Ya existe un contacto con este número',
      repeated: 'El número ya está en otra línea del archivo',
      name: 'Falta el nombre, o no tiene de 2 a 250 caracteres',
      number: 'Falta el número, o no tiene de 8 a 50 dígitos',
      lost: 'La planilla abrevió el número (como 5.51199E+12) y no se puede recuperar',
      email: 'El correo electrónico no es válido',
      tags: 'Una etiqueta no tiene de 3 a 50 caracteres, o son demasiadas',
    },
  },
  tr: {
    contacts: 'Kişiler',
    name: 'Ad',
    number: 'Numara',
    email: 'E-posta',
    tags: 'Etiketler',
    line: 'Satır',
    reason: 'Neden',
    refusals: {
      existing: 'Bu numarayla bir kişi zaten var',
      repeated: 'Numara dosyanın başka bir satırında var',
      name: 'Ad eksik ya da 2–250 karakter arasında değil',
      number: 'Numara eksik ya da 8–50 rakam arasında değil',
      lost: 'Tablo numarayı kısaltmış (5,51199E+12 gibi), geri alınamıyor',
      email: 'E-posta geçersiz',
      tags: 'Bir etiket 3–50 karakter arasında değil ya da çok fazla etiket var',
    },
  },
};
