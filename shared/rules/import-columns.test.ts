import { describe, expect, it } from 'vitest';
import { guessColumns, headingPlace } from './import-columns.ts';
import { sheetNumber } from './sheet-number.ts';

describe('guessColumns', () => {
  it.each([
    ['pt', ['Nome completo', 'Celular (WhatsApp)', 'E-mail', 'Etiquetas']],
    ['en', ['Full name', 'Mobile phone', 'Email address', 'Tags']],
    ['es', ['Nombre y apellido', 'Teléfono móvil', 'Correo electrónico', 'Etiqueta']],
    ['tr', ['Adı Soyadı', 'Cep telefonu', 'E-posta', 'Etiketler']],
  ])('finds the columns by the meaning of their headings (%s)', (_language, columns) => {
    expect(guessColumns(columns)).toEqual({ name: 0, number: 1, email: 2, tags: 3 });
  });

  it('prefers the clearest heading, and gives each column to one field', () => {
    expect(guessColumns(['Número do pedido', 'Nome da empresa', 'Cliente', 'Telefone'])).toEqual({
      name: 2,
      number: 3,
    });
    expect(guessColumns(['Contato', 'WhatsApp'])).toEqual({ name: 0, number: 1 });
    expect(guessColumns(['Nome', 'Contato'])).toEqual({ name: 0, number: 1 });
    expect(guessColumns(['CPF', 'Endereço', 'CEP'])).toEqual({});
  });
});

describe('headingPlace', () => {
  it('is the first row that names two fields, below any titles', () => {
    expect(headingPlace([['Clientes'], ['Nome: lista'], ['Nome', 'Telefone'], ['Ana', '5511']])).toBe(2);
  });

  it('is the first row where no row names two fields', () => {
    expect(
      headingPlace([
        ['Quem', 'Onde'],
        ['Ana', '5511'],
      ]),
    ).toBe(0);
  });
});

describe('sheetNumber', () => {
  it.each([
    ['5511987654321', '5511987654321'],
    ['+55 (11) 98765-4321', '+55 (11) 98765-4321'],
    ['5511987654321,00', '5511987654321'],
    ['5,511987654321E+12', '5511987654321'],
    ['5.511987654321e12', '5511987654321'],
    ['5,51199E+12', null],
    ['6E+12', null],
  ])('reads %j as %j', (cell, number) => {
    expect(sheetNumber(cell)).toBe(number);
  });
});
