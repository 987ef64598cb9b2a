const BRL = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Cents as an amount of money, written as in Brazil: `R$ 1.234,56`. */
export const formatBrl = (cents: number): string => BRL.format(cents / 100).replace(/\s/g, ' ');
