import { describe, expect, it } from 'vitest';
import { chooseKnowledge, sourcesOf } from './knowledge.ts';
import { correctionEntry, fileListEntry, type KnowledgeEntry, quickMessageEntry } from './knowledge-entry.ts';

let made = 0;
const quick = (title: string, text: string): KnowledgeEntry => ({
  kind: 'quickMessage',
  id: ++made,
  title,
  text,
});
const correction = (title: string, text: string): KnowledgeEntry => ({
  kind: 'correction',
  id: ++made,
  title,
  text,
});
const HOURS = quick('horario', 'Abrimos de segunda a sábado, das 9h às 18h.');
const DELIVERY = quick('entrega', 'Entregamos em todo o Brasil em até 7 dias úteis.');
const REFUNDS = quick('trocas', 'Trocas em até 30 dias, com a nota fiscal.');
const ALL = [HOURS, DELIVERY, REFUNDS];

const given = (entries: readonly KnowledgeEntry[], ...texts: string[]) =>
  chooseKnowledge(
    entries,
    texts.map((text) => ({ by: 'customer', text }) as const),
  ).map(({ title }) => title);

describe('the choice of knowledge', () => {
  it.each([
    ['another form of a word', 'Vocês fazem entregas?', ['entrega']],
    ['capitals', 'QUAL O HORARIO', ['horario']],
    ['accents', 'Que horário?', ['horario']],
    ['a number', 'é 30?', ['trocas']],
    ['frequent words only', 'Você pode me dizer como é para você?', []],
    ['nothing of it', 'Tem estacionamento?', []],
    ['no words', '🙂', []],
    ['nothing', '', []],
  ])('finds entries by %s', (_what, text, titles) => {
    expect(given(ALL, text)).toEqual(titles);
  });

  it.each(['entregáis', 'İSTANBUL teslimat', 'Teslımat İstanbul'])('knows other languages: %s', (text) => {
    const turkish = quick('teslimat', 'İstanbul için teslimat iki gün.');
    const spanish = quick('envio', 'Entregáis y envíos en España.');
    expect(given([turkish, spanish], text)).toEqual([text.startsWith('entreg') ? 'envio' : 'teslimat']);
  });

  it('uses the newest three messages of the customer, and none of the company', () => {
    expect(given(ALL, 'Trocas?', 'Oi', 'Oi', 'Oi')).toEqual([]);
    expect(given(ALL, 'Trocas?', 'Oi', 'E a entrega?')).toEqual(['trocas', 'entrega']);
    expect(chooseKnowledge(ALL, [{ by: 'company', text: 'Trocas?' }])).toEqual([]);
  });

  it('gives at most five, the best first: rare words count more, and words of a title most', () => {
    const many = Array.from({ length: 30 }, (_none, nth) => quick(`pedido ${nth}`, 'Sobre o pedido.'));
    const best = quick('boleto', 'Segunda via do boleto do pedido.');
    const second = quick('pagar', 'O boleto chega por e-mail.');
    const titles = given([...many, second, best], 'Cadê o boleto do meu pedido?');
    expect(titles).toHaveLength(5);
    expect(titles.slice(0, 2)).toEqual(['boleto', 'pagar']);
  });

  it('prefers a correction to a quick message of the same rank, and the newer of two corrections', () => {
    const older = correction('Qual o horário?', 'Das 8h às 12h.');
    const newer = correction('Qual o horário?', 'Das 10h às 14h.');
    const same = quick('Qual o horário?', 'Das 9h às 13h.');
    const found = chooseKnowledge([same, older, newer], [{ by: 'customer', text: 'qual o horario' }]);
    expect(found.map(({ text }) => text)).toEqual([newer.text, older.text, same.text]);
  });

  it('takes 5 ms of a processor for 200 entries', () => {
    const entries = Array.from({ length: 200 }, (_none, nth) =>
      quick(`atalho ${nth}`, `${REFUNDS.text} ${DELIVERY.text} ${HOURS.text} Código ${nth}.`),
    );
    const ask = () =>
      chooseKnowledge(entries, [{ by: 'customer', text: 'Qual o prazo de entrega e troca?' }]);
    // The best of several, because other programs share the processor's cache.
    const times = Array.from({ length: 40 }, () => {
      const before = process.cpuUsage();
      ask();
      return process.cpuUsage(before).user / 1_000;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  });
});

describe('the sources of an answer', () => {
  const titlesOf = (answer: string, entries = ALL) => sourcesOf(answer, entries).map(({ title }) => title);
  it.each([
    ['two words', 'Fazemos trocas com a nota fiscal.', ['trocas']],
    ['a number', 'São 30.', ['trocas']],
    ['two entries, the closer one first', 'Trocas em 30 dias. Entregamos no Brasil.', ['trocas', 'entrega']],
    ['one common word', 'Não sei, mas abrimos logo.', []],
    ['a number of one digit', 'São 7.', []],
    ['nothing of the company', 'Bom dia! Como posso ajudar você?', []],
    ['', '', []],
  ])('are entries of which it repeats %s', (_what, answer, titles) => {
    expect(titlesOf(answer)).toEqual(titles);
  });

  it('compares prices without their separators, and not their zeros', () => {
    const price = quick('preco', 'Custa R$ 1.250,00.');
    expect(titlesOf('Sai por 1250 reais', [price])).toEqual(['preco']);
    expect(titlesOf('Sai por R$ 980,00', [price])).toEqual([]);
  });

  it('are at most three, with titles of one line and limited length', () => {
    const entries = Array.from({ length: 5 }, () => quick(`a\n${'b'.repeat(300)}`, REFUNDS.text));
    const sources = sourcesOf(REFUNDS.text, entries);
    expect(sources).toHaveLength(3);
    for (const { title } of sources) expect(title).toMatch(/^a b{98}$/);
  });
});

describe('entries', () => {
  it('have what a correction, a quick message and a file list say', () => {
    const own = { companyId: 1, id: 9 };
    const quickMessage = { shortcode: 'oi', message: 'Olá', media: null, userId: 1 };
    const flags = { isEditableByAll: false, isShared: true, active: true };
    expect(quickMessageEntry({ ...own, ...quickMessage, ...flags })).toEqual({
      kind: 'quickMessage',
      id: 9,
      title: 'oi',
      text: 'Olá',
    });
    const media = { key: 'k', fileName: 'precos.pdf', mimeType: 'application/pdf', size: 1 };
    const options = [
      { id: 'a', name: 'Tabela', media },
      { id: 'b', name: 'Fotos', media: null },
    ];
    expect(fileListEntry({ ...own, name: 'Catálogo', message: 'Veja', userId: 1, options })).toEqual({
      kind: 'fileList',
      id: 9,
      title: 'Catálogo',
      text: 'Veja\nTabela\nprecos.pdf\nFotos',
    });
    const createdAt = '2026-11-27T10:00:00.000Z';
    const written = { assistantId: 2, question: 'Abre?', answer: 'Sim', createdById: 1, createdAt };
    expect(correctionEntry({ ...own, ...written })).toEqual({
      kind: 'correction',
      id: 9,
      title: 'Abre?',
      text: 'Sim',
    });
  });
});
