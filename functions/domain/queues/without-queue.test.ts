import { queueSchema } from '@prosa/shared/entities/queue.ts';
import { describe, expect, it } from 'vitest';
import { queuesWithoutFileList, queuesWithoutQueue, queuesWithoutUser } from './without-queue.ts';

const queue = (id: number, ...chatbots: object[]) =>
  queueSchema.parse({
    companyId: 1,
    id,
    name: `Fila ${id}`,
    color: '#123456',
    chatbots: chatbots.map((option, index) => ({ id: `o${index}`, name: 'Opção', ...option })),
  });
const below = (option: object) => ({ options: [{ id: 'below', name: 'Opção', ...option }] });

describe('options that refer to a deleted row', () => {
  it('no longer lead to a deleted queue, on any level', () => {
    const led = queue(2, below({ queueType: 'queue', optQueueId: 1 }), { queueType: 'queue', optQueueId: 3 });
    const changed = queuesWithoutQueue([queue(1, { optQueueId: 1 }), led, queue(3)], 1);
    expect(changed.map(({ id }) => id)).toEqual([2]);
    expect(changed[0]?.chatbots).toMatchObject([
      below({ queueType: 'text', optQueueId: null }),
      { queueType: 'queue', optQueueId: 3 },
    ]);
  });

  it('lead to the queue of a deleted user, or only send their text if they have none', () => {
    const led = queue(
      2,
      { queueType: 'attendent', optUserId: 7, optQueueId: 3 },
      below({ queueType: 'attendent', optUserId: 7 }),
      { queueType: 'attendent', optUserId: 8 },
      { queueType: 'queue', optUserId: 7, optQueueId: 3 },
    );
    const [changed, ...more] = queuesWithoutUser([queue(1), led], 7);
    expect(more).toEqual([]);
    expect(changed?.chatbots).toMatchObject([
      { queueType: 'queue', optUserId: null, optQueueId: 3 },
      below({ queueType: 'text', optUserId: null }),
      { queueType: 'attendent', optUserId: 8 },
      { queueType: 'queue', optUserId: null, optQueueId: 3 },
    ]);
  });

  it('no longer send a deleted file list: the queue nothing, the option only its text', () => {
    const led = { ...queue(2, below({ queueType: 'file', optFileId: 7 }), { optFileId: 8 }), fileListId: 7 };
    const changed = queuesWithoutFileList([queue(1), led, { ...queue(3), fileListId: 8 }], 7);
    expect(changed).toMatchObject([
      {
        id: 2,
        fileListId: null,
        chatbots: [below({ queueType: 'text', optFileId: null }), { optFileId: 8 }],
      },
    ]);
  });
});
