import { randomUUID } from 'node:crypto';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import { type TagRef, tagRefSchema } from '@prosa/shared/entities/tag.ts';
import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { TEST_PASSWORD, type TestCompany, type TestUser } from '../../factories/company.ts';
import { ticketRow } from '../../factories/rows.ts';
import { type App, enter, type Visitor } from './app.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
/** Not long ago, because companies close tickets that were silent for a day. */
const START_MS = Date.now() - HOUR_MS;

/** Name of the column of tickets without one. */
export const NO_LANE = 'Sem coluna';

export const laneOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Returns a ticket's card in a column. */
export const cardOf = (page: Page, lane: string, name: string): Locator =>
  laneOf(page, lane)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Returns the count of a column, as it stands in its heading. */
export const countOf = async (page: Page, lane: string): Promise<string> =>
  (await laneOf(page, lane)
    .getByRole('img', { name: /atendimento/ })
    .textContent()) ?? '';

/** Drags a card by finger: presses long on it, and drops it on a column. */
export const dragByFinger = async (page: Page, card: Locator, lane: Locator): Promise<void> => {
  const [from, to] = await Promise.all([card.boundingBox(), lane.boundingBox()]);
  if (from === null || to === null) throw new Error('the card or the column is not on the screen');
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' });
  await touch.send('Input.setInterceptDrags', { enabled: true });
  const place = { x: to.x + 40, y: to.y + 80 };
  const dropped = new Promise<void>((resolve, reject) => {
    touch.once('Input.dragIntercepted', ({ data }) => {
      const steps = (['dragEnter', 'dragOver', 'drop'] as const).map((type) =>
        touch.send('Input.dispatchDragEvent', { type, ...place, data }),
      );
      Promise.all(steps).then(() => resolve(), reject);
    });
  });
  const finger = { button: 'left', buttons: 1, clickCount: 1, x: from.x + 40, y: from.y + 40 } as const;
  // Not answered before the session ends, because the drag takes the finger over.
  const pressed = touch.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...finger });
  await dropped;
  await Promise.allSettled([pressed, touch.detach()]);
};

/** Sends a request to the API as a user. */
export const send = (app: App, who: TestUser, method: string, path: string, body?: object) =>
  fetch(`${app.stack.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Creates columns of the board. */
export const addLanes = async (
  app: App,
  company: TestCompany,
  names: readonly string[],
  fields: object = {},
): Promise<TagRef[]> => {
  const lanes: TagRef[] = [];
  for (const name of names) {
    const answer = await send(app, company.admin, 'POST', '/tags', { name, kanban: 1, ...fields });
    lanes.push(tagRefSchema.parse(tagViewSchema.parse(await answer.json())));
  }
  return lanes;
};

/** Stores tickets; a ticket's last activity is its id in seconds after the start. */
export const fillBoard = (
  company: TestCompany,
  tickets: readonly (Partial<TicketFields> & { id: number; lane?: TagRef | undefined })[],
): Promise<void> =>
  writeBatch(
    tickets.map(({ id, contact, lane, ...fields }) =>
      company.table.put(
        Ticket,
        {
          ...ticketRow({
            companyId: company.id,
            uuid: makeTicketUuid(id, randomUUID()),
            status: 'open',
            userId: company.admin.id,
            contact: { ...ticketRow().contact, name: `Cliente ${id}`, ...contact },
            lastMessage: `Mensagem ${id}`,
            activityAt: new Date(START_MS + id * SECOND_MS).toISOString(),
            ...(lane === undefined
              ? {}
              : { laneId: lane.id, tags: [lane], laneAt: new Date(Date.now() - 2 * HOUR_MS).toISOString() }),
            ...fields,
            id,
          }),
          version: 1,
        },
        'any',
      ),
    ),
  );

/** Opens a user's browser on a screen of the board. */
export const openBoard = async (
  app: App,
  who: TestUser,
  path = '/Kanban',
  options?: BrowserContextOptions,
): Promise<Visitor> => {
  const visitor = await app.open(options);
  await visitor.page.goto(`${app.stack.url}/login`);
  await enter(visitor.page, who.email, TEST_PASSWORD);
  await visitor.page.goto(app.stack.url + path);
  return visitor;
};
