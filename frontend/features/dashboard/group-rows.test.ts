import { expect, it } from 'vitest';
import { type GroupedData, groupRows } from './group-rows.ts';

const figures = {
  tickets: 3,
  finished: 2,
  avgWaitTime: 1,
  avgFirstResponseTime: 2,
  avgResolutionTime: 3,
  reopened: 1,
  reopenRate: 33.33,
};
const attendant = { ...figures, online: true, avgSupportTime: 1, rating: null, countRating: 0 };
const data: GroupedData = {
  queues: [
    { queue: { id: 4, name: 'Vendas', color: '#112233' }, ...figures },
    { queue: null, ...figures },
  ],
  attendants: [
    { ...attendant, id: 1, name: 'Ana' },
    { ...attendant, id: 2, name: 'Bruno', tickets: 0 },
    { ...attendant, id: 3, name: 'Carla', tickets: 9 },
  ],
  tags: [{ tag: { id: 7, name: 'VIP', color: '#445566' }, ...figures }],
  connections: [
    { connection: { id: 5, name: 'Loja' }, ...figures },
    { connection: null, ...figures },
  ],
};

it('groupRows leads each group to the report of its attendances', () => {
  const conditionsBy = (by: Parameters<typeof groupRows>[1]) =>
    groupRows(data, by).map(({ name, conditions }) => [name, conditions]);
  expect(conditionsBy('queue')).toEqual([
    ['Vendas', { queueIds: [4] }],
    [null, { filter: 'queue:none' }],
  ]);
  expect(conditionsBy('connection')).toEqual([
    ['Loja', { whatsappId: [5] }],
    [null, { filter: 'connection:none' }],
  ]);
  expect(conditionsBy('tag')).toEqual([['VIP', { status: ['closed'], tags: [7] }]]);
  expect(conditionsBy('attendant')).toEqual([
    ['Carla', { users: [3] }],
    ['Ana', { users: [1] }],
  ]);
});
