import { handler as assistants } from '@prosa/functions/http/assistants/handler.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as contactLists } from '@prosa/functions/http/contact-lists/handler.ts';
import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { handler as helps } from '@prosa/functions/http/helps/handler.ts';
import { handler as integrations } from '@prosa/functions/http/integrations/handler.ts';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as ticketReport } from '@prosa/functions/http/ticket-report/handler.ts';
import { handler as webhookEndpoints } from '@prosa/functions/http/webhook-endpoints/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { commit, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { AssistantCorrection } from '@prosa/functions/platform/table/entities/assistants.ts';
import { DirectoryLane } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactImport } from '@prosa/functions/platform/table/entities/contact-files.ts';
import { ContactList } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Flow, FlowPhrase } from '@prosa/functions/platform/table/entities/flows.ts';
import { InternalChatMember } from '@prosa/functions/platform/table/entities/internal-chats.ts';
import { Upload } from '@prosa/functions/platform/table/entities/messages.ts';
import { countWithin } from '@prosa/functions/repositories/limits/rate-limits.ts';
import { CORRECTIONS_MAX } from '@prosa/shared/contracts/assistant-corrections.ts';
import { ASSISTANTS_MAX } from '@prosa/shared/contracts/assistants.ts';
import { flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import { HELPS_MAX } from '@prosa/shared/contracts/helps.ts';
import { INTEGRATIONS_MAX } from '@prosa/shared/contracts/integrations.ts';
import { ENDPOINTS_MAX } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { CHATS_PER_USER_MAX } from '@prosa/shared/entities/internal-chat.ts';
import { FLOW_PHRASES_MAX, FLOWS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { LANES_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { describe, expect, it } from 'vitest';
import { INSTRUCTIONS } from '../factories/assistants.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { plantHelp } from '../factories/helps.ts';
import { everyNth } from '../support/depth.ts';
import type { RowLimit } from '../support/limit-places.ts';
import { addAssistant } from './support/assistant-desk.ts';
import { type Answer, call } from './support/call.ts';
import { addIntegration } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';
import { addEndpoint } from './support/webhook-desk.ts';

useTable();

const AT_ONCE = 30;
/** Places that are left before the requests. */
const LEFT = 3;

const each = async (count: number, work: (nth: number) => Promise<unknown>): Promise<void> => {
  for (let nth = 0; nth < count; nth++) await work(nth);
};
const put = (items: readonly WriteItem[]) => each(items.length, (nth) => commit(items.slice(nth, nth + 1)));
const range = (count: number): number[] => Array.from({ length: count }, (_none, nth) => nth);

const addFlow = async ({ admin: { token } }: TestCompany): Promise<number> => {
  const { body } = await call(flows, { to: 'POST /flowbuilder', token, body: { name: 'O primeiro' } });
  return flowViewSchema.parse(body).id;
};

/** A limit of rows: how all places but some are taken, and how one more is asked for. */
interface Filled {
  routes: BoundRoutes;
  to: string | ((nth: number) => string);
  body: (nth: number) => object;
}
/** `user` asks. */
type Case = (company: TestCompany, user: TestUser) => Promise<Filled>;
/** Of numbers that no counter has given out. */
const PLANTED = 1_000_000;
const NOW = '2026-11-20T12:00:00.000Z';

const ROWS: Record<RowLimit, readonly [string, Case][]> = {
  'http/assistants/save-assistant.ts': [
    [
      'assistants',
      async (company) => {
        const queueId = await company.addQueue();
        await each(ASSISTANTS_MAX - LEFT, () => addAssistant(company, { queueId }));
        const body = { prompt: INSTRUCTIONS, apiKey: 'chave-0123456789', queueId };
        return {
          routes: assistants,
          to: 'POST /prompt',
          body: (nth) => ({ ...body, name: `Atendente ${nth}` }),
        };
      },
    ],
  ],
  'http/assistants/corrections.ts': [
    [
      'corrections of an assistant',
      async (company) => {
        const assistantId = await addAssistant(company);
        const row = { companyId: company.id, assistantId, question: 'Abrem?', answer: 'Sim.' };
        await put(
          range(CORRECTIONS_MAX - LEFT).map((nth) =>
            company.table.put(
              AssistantCorrection,
              { ...row, id: PLANTED + nth, createdById: company.admin.id, createdAt: NOW },
              'any',
            ),
          ),
        );
        const body = (nth: number) => ({ question: `Abrem ${nth}?`, answer: 'Sim.' });
        return { routes: assistants, to: `POST /prompt/${assistantId}/corrections`, body };
      },
    ],
  ],
  'http/flows/save-flow.ts': (['POST /flowbuilder', 'POST /flowbuilder/duplicate'] as const).map(
    (to): [string, Case] => [
      `flows, by ${to}`,
      async (company) => {
        const flow = { companyId: company.id, active: true, published: 0, createdById: company.admin.id };
        await put(
          range(FLOWS_MAX - LEFT - 1).map((nth) =>
            company.table.put(Flow, { ...flow, id: PLANTED + nth, name: `Fluxo ${nth}` }, 'any'),
          ),
        );
        const flowId = await addFlow(company);
        return { routes: flows, to, body: (nth) => ({ name: `Outro ${nth}`, flowId }) };
      },
    ],
  ),
  'http/flows/phrases.ts': [
    [
      'phrases of flows',
      async (company) => {
        const whatsappId = await company.addConnection();
        const flowId = await addFlow(company);
        const phrase = {
          companyId: company.id,
          flowId,
          connectionId: whatsappId,
          match: 'contains',
        } as const;
        await put(
          range(FLOW_PHRASES_MAX - LEFT).map((nth) =>
            company.table.put(
              FlowPhrase,
              { ...phrase, status: true, id: PLANTED + nth, name: `Frase ${nth}`, phrase: `oi ${nth}` },
              'any',
            ),
          ),
        );
        const body = (nth: number) => ({ name: `Outra ${nth}`, flowId, whatsappId, phrase: `olá ${nth}` });
        return { routes: flows, to: 'POST /flowcampaign', body };
      },
    ],
  ],
  'http/helps/save-help.ts': [
    [
      'helps of the installation',
      async () => {
        await each(HELPS_MAX - LEFT, () => plantHelp());
        return { routes: helps, to: 'POST /helps', body: (nth) => ({ title: `Outra ajuda ${nth}` }) };
      },
    ],
  ],
  'http/integrations/save-integration.ts': [
    [
      'integrations',
      async (company) => {
        await each(INTEGRATIONS_MAX - LEFT, () =>
          addIntegration(company, 'n8n', { urlN8N: 'https://a.example/' }),
        );
        const body = (nth: number) => ({ type: 'n8n', name: `Robô ${nth}`, urlN8N: 'https://a.example/' });
        return { routes: integrations, to: 'POST /queueIntegration', body };
      },
    ],
  ],
  'http/internal-chats/save-chat.ts': [
    [
      'internal chats of a user',
      async (company) => {
        const colleague = await company.addUser();
        await put(
          range(CHATS_PER_USER_MAX - LEFT).map((nth) =>
            company.table.put(
              InternalChatMember,
              { companyId: company.id, userId: colleague.id, chatId: PLANTED + nth },
              'any',
            ),
          ),
        );
        const body = (nth: number) => ({
          users: [{ id: colleague.id }],
          title: `Grupo ${nth}`,
          isGroup: true,
        });
        return { routes: internalChats, to: 'POST /chats', body };
      },
    ],
  ],
  'http/tags/save-tag.ts': [
    [
      'columns of the board',
      async (company) => {
        const lane = { companyId: company.id, color: '#112233', timeLane: 0 };
        await put(
          range(LANES_MAX - LEFT).map((nth) =>
            company.table.put(
              DirectoryLane,
              { ...lane, id: PLANTED + nth, name: `Coluna ${nth}`, nextLaneId: null, rollbackLaneId: null },
              'any',
            ),
          ),
        );
        forgetDirectory(company.id);
        const body = (nth: number) => ({ name: `Outra ${nth}`, kanban: 1 });
        return { routes: tags, to: 'POST /tags', body };
      },
    ],
  ],
  'http/webhook-endpoints/save-endpoint.ts': [
    [
      'endpoints of webhooks',
      async (company) => {
        await each(ENDPOINTS_MAX - LEFT, () => addEndpoint(company));
        const body = () => ({ name: 'CRM', url: 'https://crm.example/', events: ['ticket.closed'] });
        return { routes: webhookEndpoints, to: 'POST /webhook-endpoints', body };
      },
    ],
  ],
  'repositories/limits/create-within-plan.ts': [
    [
      'queues of a plan',
      async () => ({
        routes: queues,
        to: 'POST /queue',
        body: (nth) => ({ name: `Fila ${nth}`, color: `#1122${String(nth + 10)}` }),
      }),
    ],
    [
      'connections of a plan',
      async () => ({
        routes: connections,
        to: 'POST /whatsapp',
        body: (nth) => ({ name: `Conexão ${nth}` }),
      }),
    ],
  ],
  'repositories/limits/running-work.ts': [
    [
      'running exports of the report of a user',
      async () => ({
        routes: ticketReport,
        to: 'POST /ticketreport/exports',
        body: (nth) => ({ searchParam: `Ana ${nth}` }),
      }),
    ],
    [
      'running imports of a phone of a user',
      async (company) => {
        const whatsappId = await company.addConnection();
        return { routes: contactFiles, to: 'POST /contacts/import', body: () => ({ whatsappId }) };
      },
    ],
    ...(['contacts', 'a contact list'] as const).map((into): [string, Case] => [
      `running imports of a file into ${into} of a user`,
      async (company, user) => {
        const contacts = { all: 0, invalid: 0, unchecked: 0 };
        const list = { companyId: company.id, id: PLANTED, name: 'Clientes', contacts };
        const upload = {
          companyId: company.id,
          key: 'up',
          userId: user.id,
          fileName: 'clientes.csv',
          at: NOW,
        };
        await put([
          company.table.put(ContactList, list, 'any'),
          company.table.put(Upload, { ...upload, mimeType: 'text/csv' }, 'any'),
        ]);
        const body = () => ({ key: 'up' });
        return into === 'contacts'
          ? { routes: contactFiles, to: 'POST /contacts/upload', body }
          : { routes: contactLists, to: `POST /contact-lists/${PLANTED}/upload`, body };
      },
    ]),
    [
      'started imports of a user',
      async (company, user) => {
        const idOf = (nth: number) => `import${String(nth).padStart(14, '0')}`;
        const ready = { companyId: company.id, userId: user.id, fileName: 'a.csv', sourceKey: 'a' };
        const columns = { columns: ['Nome', 'Número'], rows: 2, state: 'ready' as const };
        await put(
          range(AT_ONCE + LEFT + 1).map((nth) =>
            company.table.put(ContactImport, { ...ready, ...columns, id: idOf(nth) }, 'any'),
          ),
        );
        return {
          routes: contactFiles,
          to: (nth) => `PUT /contacts/imports/${idOf(nth)}`,
          body: () => ({ mapping: { name: 0, number: 1 }, rows: [{ first: 0, last: 1 }] }),
        };
      },
    ],
  ],
};

const isDone = ({ status }: Answer): boolean => status < 300;
/** Refusals of a limit, and of a request that met too many others. */
const REFUSED = /"ERR_(?:[A-Z_]*LIMIT|CONFLICT)"/;

describe.each(
  everyNth(
    Object.entries(ROWS).flatMap(([place, cases]) => cases.map(([what, fill]) => ({ place, what, fill }))),
    3,
  ),
)('S-69: $what, of which $place counts', ({ fill }) => {
  it(`are not exceeded by ${AT_ONCE} requests at once, and the last places are given`, async () => {
    const company = await makeCompany({ plan: { queues: LEFT, connections: LEFT } });
    const user = await company.addUser({ profile: 'admin', super: true });
    const { routes, to, body } = await fill(company, user);
    const ask = (nth: number) =>
      call(routes, { to: typeof to === 'string' ? to : to(nth), token: user.token, body: body(nth) });
    const answers = await Promise.all(range(AT_ONCE).map(ask));
    for (const refused of answers.filter((answer) => !isDone(answer)))
      expect(JSON.stringify(refused.body)).toMatch(REFUSED);
    const done = answers.filter(isDone).length;
    expect(done).toBeLessThanOrEqual(LEFT);
    // What conflicts left free is given to those who ask again, and not one more.
    let more = 0;
    for (let nth = AT_ONCE; nth < AT_ONCE + LEFT + 1; nth++) if (isDone(await ask(nth))) more += 1;
    expect(done + more).toBe(LEFT);
  });
});

describe('S-13: a rate of the places that the register names', () => {
  it.each([1, 2, 5, 10, 29])(
    `of %i uses is not exceeded by ${AT_ONCE} at once, and is used up`,
    async (limit) => {
      const nowMs = Date.now();
      const key = { kind: 'at-once', subject: String(limit) };
      const uses = await Promise.allSettled(
        range(AT_ONCE).map(() => countWithin(key, { limit, windowMs: limit * 60_000 }, nowMs)),
      );
      expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
      for (const use of uses)
        if (use.status === 'rejected') expect(use.reason).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    },
  );
});
