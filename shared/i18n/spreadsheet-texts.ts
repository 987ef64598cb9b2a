import type { RowRefusal } from '../entities/contact-import.ts';
import type { Language } from '../entities/user.ts';

interface SpreadsheetTexts {
  /** What the sheet and its file are called. */
  contacts: string;
  name: string;
  number: string;
  email: string;
  tags: string;
  line: string;
  reason: string;
  refusals: Record<RowRefusal, string>;
}

/** The words in spreadsheets that the system makes, in the language that the company has chosen. */
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
    line: 'Line',
    reason: 'Reason',
    refusals: {
      existing: 'A contact with this number already exists',
      repeated: 'The number is on another line of the file',
      name: 'The name is missing, or not 2 to 250 characters long',
      number: 'The number is missing, or not 8 to 50 digits long',
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
      name: 'Ad eksik ya da 2-250 karakter değil',
      number: 'Numara eksik ya da 8-50 rakam değil',
      email: 'E-posta geçersiz',
      tags: 'Bir etiket 3-50 karakter değil ya da çok fazla etiket var',
    },
  },
};
