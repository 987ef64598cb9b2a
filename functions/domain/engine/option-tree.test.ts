import { option, Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const tree = [
  option('Orçamento', {}, [
    option('Novo', {}, [option('Casa'), option('Empresa', { queueType: 'queue', optQueueId: SUPPORT })]),
    option('Usado'),
  ]),
  option('Falar com Ana', { queueType: 'attendent', optQueueId: SALES, optUserId: 1 }),
  option('Endereço', { closeTicket: true, greetingMessage: 'Rua A, 1' }),
];
const inTree = (shop: ConstructorParameters<typeof Play>[0] = {}) => {
  const play = new Play({ queues: [{ chatbots: tree }, {}], ...shop }).says('oi');
  play.says('1').heard();
  return play;
};
const FIRST =
  'Bem-vindo à fila 1\n\n[ 1 ] Orçamento\n[ 2 ] Falar com Ana\n[ 3 ] Endereço\n[ # ] Menu principal\n[ sair ] Encerrar atendimento';

describe('the options of a queue', () => {
  it('are sent with the queue’s greeting and can be nested; an option without further options lets the ticket wait for an attendant', () => {
    const play = new Play({ queues: [{ chatbots: tree }, {}] }).says('oi');
    expect(play.asks('1')).toEqual([['queue-greeting', FIRST]]);
    expect(play.ticket).toMatchObject({
      queueId: SALES,
      automation: { kind: 'options', optionId: '', prompts: 1 },
    });
    expect(play.asks('1')).toEqual([
      [
        'option-tree',
        'Orçamento?\n\n[ 1 ] Novo\n[ 2 ] Usado\n[ 0 ] Voltar\n[ # ] Menu principal\n[ sair ] Encerrar atendimento',
      ],
    ]);
    expect(play.asks('usado')).toEqual([['option-tree', 'Usado?']]);
    expect(play.ticket).toMatchObject({ status: 'pending', queueId: SALES, automation: { kind: 'none' } });
    expect(play.asks('1')).toEqual([]);
  });

  it('lead one level up, to the first menu, and to the end of the conversation', () => {
    const play = inTree().says('1').says('1');
    expect(play.asks('0')[0]?.[1]).toContain('Orçamento?');
    expect(play.asks('0')).toEqual([['queue-greeting', FIRST]]);
    play.says('1');
    expect(play.asks('#')[0]?.[0]).toBe('queue-menu');
    expect(play.ticket).toMatchObject({ queueId: null, automation: { kind: 'menu', prompts: 1 } });
    play.says('1');
    expect(play.asks('sair')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket.status).toBe('closed');
  });

  it.each(['#', '[ # ]', '#️⃣'])('lead to the first menu by the key: %s', (key) => {
    expect(inTree().asks(key)[0]?.[0]).toBe('queue-menu');
  });

  it.each(['?', '👍', '...'])('are not left by a text without letters and digits: %s', (text) => {
    const play = inTree();
    expect(play.asks(text)).toEqual([['queue-greeting', expect.stringContaining('Opção inválida')]]);
    expect(play.ticket.queueId).toBe(SALES);
  });

  it('lead to an attendant, into another queue, or to the end of the conversation', () => {
    expect(inTree().says('2').ticket).toMatchObject({
      status: 'pending',
      queueId: SALES,
      userId: 1,
      automation: { kind: 'none' },
    });
    const moved = inTree().says('1').says('1');
    expect(moved.asks('2')).toEqual([
      ['option-tree', 'Empresa?'],
      ['queue-greeting', 'Bem-vindo à fila 2'],
    ]);
    expect(moved.ticket).toMatchObject({ queueId: SUPPORT, automation: { kind: 'none' } });
    const ended = inTree();
    expect(ended.asks('3')).toEqual([['option-tree', 'Rua A, 1']]);
    expect(ended.ticket.status).toBe('closed');
  });

  it('lead to the whole queue if their attendant is inactive or works elsewhere', () => {
    for (const user of [{ active: false, queueIds: [SALES] }, { queueIds: [SUPPORT] }]) {
      expect(inTree({ users: [user] }).says('2').ticket).toMatchObject({
        queueId: SALES,
        userId: null,
        automation: { kind: 'none' },
      });
    }
  });

  it('are sent again after a wrong answer, until the limit; then the ticket waits for an attendant', () => {
    const play = inTree({ connection: { maxUseBotQueues: 2 } });
    expect(play.asks('9')).toEqual([
      ['queue-greeting', `Opção inválida. Escolha uma das opções.\n\n${FIRST}`],
    ]);
    expect(play.asks('quero falar')).toEqual([]);
    expect(play.ticket).toMatchObject({ status: 'pending', queueId: SALES, automation: { kind: 'none' } });
    expect(play.log.at(-1)).toBe('retriesLimitQueue');
  });

  it('are chosen automatically, at any depth, if a level has only one', () => {
    const only = [option('Tudo', {}, [option('Mesmo', {}, [option('Um'), option('Dois')])])];
    const play = new Play({ queues: [{ chatbots: only }, {}] }).says('oi');
    expect(play.asks('1').map(([, text]) => text.split('\n')[0])).toEqual([
      'Bem-vindo à fila 1',
      'Tudo?',
      'Mesmo?',
    ]);
    expect(play.asks('2')).toEqual([['option-tree', 'Dois?']]);
    expect(play.ticket.automation).toEqual({ kind: 'none' });
  });

  it('stop at the second queue if two queues lead to each other', () => {
    const to = (id: number) => [option('Para lá', { queueType: 'queue', optQueueId: id })];
    const play = new Play({ queues: [{ chatbots: to(SUPPORT) }, { chatbots: to(SALES) }] }).says('oi');
    play.says('1');
    expect(play.ticket).toMatchObject({ queueId: SUPPORT, automation: { kind: 'none' }, status: 'pending' });
  });

  it('start from the beginning if they are changed during the conversation, and release the ticket if they are removed', () => {
    const play = inTree().says('1');
    const [sales, ...others] = play.setup.queues;
    if (sales === undefined) throw new Error('no queue');
    play.setup = {
      ...play.setup,
      queues: [{ ...sales, chatbots: [option('Nova A'), option('Nova B')] }, ...others],
    };
    expect(play.asks('1')[0]?.[1]).toContain('[ 1 ] Nova A');
    play.setup = { ...play.setup, queues: [{ ...sales, chatbots: [] }, ...others] };
    expect(play.asks('1')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(play.ticket.automation).toEqual({ kind: 'none' });
    const gone = inTree().says('1');
    gone.setup = {
      ...gone.setup,
      queues: others,
      connection: { ...gone.setup.connection, queueIds: [SUPPORT] },
    };
    expect(gone.says('1').ticket.status).toBe('pending');
  });

  it('the options of the only queue start automatically, and their first level is the main menu', () => {
    const play = new Play({ queues: [{ chatbots: tree }] });
    expect(play.asks('oi')).toEqual([['queue-greeting', FIRST]]);
    play.says('1');
    expect(play.asks('#')).toEqual([['queue-greeting', FIRST]]);
    expect(play.ticket.queueId).toBe(SALES);
  });
});
