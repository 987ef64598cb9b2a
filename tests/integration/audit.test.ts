import { createHash } from 'node:crypto';
import { progressOfRun } from '@prosa/functions/domain/campaigns/campaign-run.ts';
import { NEW_GRAPH } from '@prosa/functions/domain/flows/new-flow.ts';
import { handler as announcements } from '@prosa/functions/http/announcements/handler.ts';
import { handler as assistants } from '@prosa/functions/http/assistants/handler.ts';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { handler as helps } from '@prosa/functions/http/helps/handler.ts';
import { handler as integrations } from '@prosa/functions/http/integrations/handler.ts';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { handler as messageTemplates } from '@prosa/functions/http/message-templates/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as signIn } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as ticketReport } from '@prosa/functions/http/ticket-report/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { handler as webhookEndpoints } from '@prosa/functions/http/webhook-endpoints/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { metaAppSecret } from '@prosa/functions/platform/secrets.ts';
import { commit, WriteConflict } from '@prosa/functions/platform/table/commit.ts';
import { AuditEntry } from '@prosa/functions/platform/table/entities/audit.ts';
import { Campaign } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Company, CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactList } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Flow, FlowPhrase } from '@prosa/functions/platform/table/entities/flows.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadAssistant } from '@prosa/functions/repositories/assistants/assistants.ts';
import { loadCorrection } from '@prosa/functions/repositories/assistants/corrections.ts';
import {
  campaignItem,
  loadCampaign,
  progressItem,
} from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { loadSuppressions, suppressionItem } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { findTemplate } from '@prosa/functions/repositories/connections/message-templates.ts';
import { listExports } from '@prosa/functions/repositories/contacts/contact-files.ts';
import { loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { phraseItems } from '@prosa/functions/repositories/flows/flow-phrases.ts';
import { draftItem, flowItems } from '@prosa/functions/repositories/flows/flows.ts';
import { loadIntegration } from '@prosa/functions/repositories/integrations/integrations.ts';
import { loadAnnouncement } from '@prosa/functions/repositories/organisation/announcements.ts';
import { loadHelp } from '@prosa/functions/repositories/organisation/helps.ts';
import { loadInternalChat } from '@prosa/functions/repositories/organisation/internal-chats.ts';
import { loadQueue } from '@prosa/functions/repositories/organisation/queues.ts';
import { auditItem } from '@prosa/functions/repositories/rows/audit.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { loadEndpoint } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { auditRoutes } from '@prosa/shared/contracts/audit.ts';
import { type CampaignStatus, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { flowPhraseSchema } from '@prosa/shared/entities/flow.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { AUDIT_ENTRIES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { plantAnnouncement } from '../factories/announcements.ts';
import { INSTRUCTIONS, plantAssistant, plantCorrection } from '../factories/assistants.ts';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { greetingGraph } from '../factories/flows.ts';
import { plantHelp } from '../factories/helps.ts';
import { plantIntegration } from '../factories/integrations.ts';
import { plantChat } from '../factories/internal-chats.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { plantEndpoint } from '../factories/webhooks.ts';
import { type GraphStub, startGraphStub } from '../support/graph-stub.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { cookieOf, signIn as signInAs, tokenIn } from './support/sign-in.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const DAY_MS = 86_400_000;
const HASH = /^[0-9a-f]{64}$/;

/** Plays the accounts of Meta that the actions link. */
const setUpGraph = async (graph: GraphStub): Promise<void> => {
  const { appId } = await metaAppSecret();
  const scopes = [
    'pages_show_list',
    'pages_messaging',
    'pages_manage_metadata',
    'whatsapp_business_messaging',
    'whatsapp_business_management',
  ];
  const page = { id: '4001', name: 'Loja', access_token: 'EAApage', tasks: ['MESSAGING'] };
  const token = { app_id: appId, is_valid: true, user_id: '1001', expires_at: 0, scopes };
  graph.answers
    .set('GET debug_token', { data: token })
    .set('GET oauth/access_token', { access_token: 'EAAlong' })
    .set('GET me/accounts', { data: [page] })
    .set('GET 3001/phone_numbers', { data: [{ id: '2001' }, { id: '2002' }] })
    .set('POST 4001/subscribed_apps', { success: true })
    .set('POST 3001/subscribed_apps', { success: true })
    .set('POST 2003/register', { success: true })
    .set('POST 3002/message_templates', { id: '7002', status: 'PENDING', category: 'UTILITY' })
    .set('POST 7001', { success: true })
    .set('DELETE 3002/message_templates', { success: true });
};

let graph: GraphStub;
let ours: TestCompany;
let theirs: TestCompany;
let made = 0;
afterAll(() => graph?.stop());
beforeAll(async () => {
  graph = await startGraphStub();
  vi.stubEnv('GRAPH_ENDPOINT', graph.url);
  await setUpGraph(graph);
  ours = await makeCompany();
  theirs = await makeCompany();
  await ours.addConnection({ isDefault: true });
});

const log = (query = '', token = ours.admin.token) => call(companies, { to: `GET /audit${query}`, token });
const pageOf = async (query = '', token = ours.admin.token) =>
  auditRoutes.listAudit.response.parse((await log(query, token)).body);
const stored = async (company = ours, at = new Date().toISOString()) =>
  (
    await company.table.query(AuditEntry, {
      pk: keys.auditEntry({ at, id: '' }).pk,
      limit: 1000,
      consistent: true,
    })
  ).rows;
/** Returns an answer with the first entry of its list. */
const firstOf = (answer: Answer): Answer => ({ ...answer, body: z.array(z.unknown()).parse(answer.body)[0] });
const idIn = ({ body }: Answer): number => z.object({ id: z.int() }).parse(body).id;

/** Canonical JSON for comparison, written independently of the product: keys sorted by name at every depth. */
const written = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = new Map<string, unknown>(Object.entries(value));
  const names = [...fields.keys()].filter((name) => fields.get(name) !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${written(fields.get(name))}`).join(',')}}`;
};
const hashOf = (row: object | undefined): string =>
  row === undefined ? '' : createHash('sha256').update(written(row)).digest('hex');

const as = (handler: BoundRoutes, to: string, body?: unknown, token = ours.admin.token) =>
  call(handler, { to, token, body });
const formWithPicture = (field: string) => {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'a.png');
  return form;
};
const picture = (handler: BoundRoutes, to: string, field: string) =>
  call(handler, { to, token: ours.admin.token, form: formWithPicture(field) });
const userRow = (id: number) => ours.table.get(User, { id }, { consistent: true });
const connectionRow = (id: number) => ours.table.get(Connection, { id }, { consistent: true });
const color = () => `#${(++made).toString(16).padStart(6, 'b')}`;
const option = { name: 'Boleto', greetingMessage: 'Qual o CPF?', queueType: 'text' };

/** What an entry must hold besides action, time, user and address. */
interface Told {
  answer: Answer;
  targetId: string;
  before?: object | undefined;
  changed?: string[];
  by?: TestUser;
}

const helpCase = async (
  send: (id: number, token: string) => Promise<Answer>,
  changed: string[] = [],
): Promise<Told> => {
  const by = await ours.addUser({ profile: 'admin', super: true });
  const id = await plantHelp({ title: `Ajuda ${++made}` });
  const before = await loadHelp(id);
  return { answer: await send(id, by.token), targetId: String(id), before, changed, by };
};
const announcementCase = async (
  send: (id: number, token: string) => Promise<Answer>,
  changed: string[] = [],
): Promise<Told> => {
  const by = await ours.addUser({ profile: 'admin', super: true });
  const media = { key: 't/1/before', fileName: 'a.png', mimeType: 'image/png', size: 1 };
  const id = await plantAnnouncement({ media });
  const before = await loadAnnouncement(id);
  return { answer: await send(id, by.token), targetId: String(id), before, changed, by };
};
const settingsCase = async (send: () => Promise<Answer>, changed: string[]): Promise<Told> => {
  const before = await ours.table.get(CompanySettings, {}, { consistent: true });
  return { answer: await send(), targetId: '', before, changed };
};
const connectionCase = async (
  send: (id: number) => Promise<Answer>,
  changed: string[] = [],
  fields: object = {},
): Promise<Told> => {
  const id = await ours.addConnection(fields);
  const before = await connectionRow(id);
  return { answer: await send(id), targetId: String(id), before, changed };
};
const userCase = async (send: (id: number) => Promise<Answer>, changed: string[]): Promise<Told> => {
  const { id } = await ours.addUser();
  const before = await userRow(id);
  return { answer: await send(id), targetId: String(id), before, changed };
};
const queueCase = async (
  send: (id: number, queue: { name: string; color: string }) => Promise<Answer>,
  changed: string[],
): Promise<Told> => {
  const id = await ours.addQueue({ color: color(), chatbots: [{ id: 'a1', ...option }] });
  const before = await loadQueue(ours.table, id);
  if (before === undefined) throw new Error('no queue');
  return { answer: await send(id, before), targetId: String(id), before, changed };
};

const endpointCase = async (send: (id: number) => Promise<Answer>, changed: string[] = []): Promise<Told> => {
  const { endpoint: id } = await plantEndpoint(ours);
  const { endpoint: before } = await loadEndpoint(ours.table, id);
  return { answer: await send(id), targetId: String(id), before, changed };
};

const HOOK = { name: 'Pedidos', type: 'webhook', urlN8N: 'https://loja.example/' };
const integrationCase = async (
  send: (id: number) => Promise<Answer>,
  changed: string[] = [],
): Promise<Told> => {
  const { integration: id } = await plantIntegration(ours);
  const before = await loadIntegration(ours.table, id);
  return { answer: await send(id), targetId: String(id), before, changed };
};

/** Changes an assistant of a queue. */
const assistantCase = async (
  send: (id: number, body: object) => Promise<Answer>,
  changed: string[] = [],
): Promise<Told> => {
  const queueId = await ours.addQueue();
  const id = await plantAssistant(ours, { queueId });
  const before = await loadAssistant(ours.table, id);
  const body = { name: 'Atendente', prompt: INSTRUCTIONS, queueId, apiKey: 'uma-outra-chave' };
  return { answer: await send(id, body), targetId: String(id), before, changed };
};

const CORRECTED = { question: 'Qual o horário?', answer: 'Das 9h às 18h.' };
/** Changes a correction of an assistant. */
const correctionCase = async (
  send: (path: string) => Promise<Answer>,
  changed: string[] = [],
): Promise<Told> => {
  const id = await plantAssistant(ours);
  const correctionId = await plantCorrection(ours, id);
  const before = await loadCorrection(ours.table, id, correctionId);
  const answer = await send(`/prompt/${id}/corrections/${correctionId}`);
  return { answer, targetId: String(correctionId), before, changed };
};

const flowRow = (id: number) => ours.table.get(Flow, { id }, { consistent: true });
/** Stores a flow, and returns its id. */
const addFlow = async (): Promise<number> => {
  const { table, id: companyId } = ours;
  const id = await nextId(table, Flow);
  const own = { active: true, published: 0, createdById: ours.admin.id };
  await commit([
    ...flowItems(table, undefined, { companyId, id, name: `Fluxo ${++made}`, ...own }, Date.now()),
    draftItem(table, { companyId, id }, undefined, NEW_GRAPH, Date.now()),
  ]);
  return id;
};
/** Stores a flow, and acts on it. */
const flowCase = async (send: (id: number) => Promise<Answer>, changed: string[] = []): Promise<Told> => {
  const id = await addFlow();
  const before = await flowRow(id);
  return { answer: await send(id), targetId: String(id), before, changed };
};
/** Stores a phrase that starts a flow, and acts on it. */
const phraseCase = async (
  send: (id: number, body: object) => Promise<Answer>,
  changed: string[] = [],
): Promise<Told> => {
  const flowId = await addFlow();
  const body = { name: 'Natal', flowId, phrase: 'quero' };
  const id = await nextId(ours.table, FlowPhrase);
  const phrase = flowPhraseSchema.parse({ companyId: ours.id, id, ...body });
  await commit(phraseItems(ours.table, undefined, phrase, Date.now()));
  forgetDirectory(ours.id);
  const before = await ours.table.get(FlowPhrase, { id }, { consistent: true });
  return { answer: await send(id, body), targetId: String(id), before, changed };
};

/** Stores a campaign in a status, and acts on it. */
const campaignCase = async (
  send: (id: number, body: object) => Promise<Answer>,
  changed: string[] = [],
  status: CampaignStatus = 'inactive',
): Promise<Told> => {
  const { table, id: companyId } = ours;
  const [id, contactListId] = [await nextId(table, Campaign), await nextId(table, ContactList)];
  const connectionId = await ours.addConnection();
  const own = { companyId, id, name: 'Natal', messages: ['Oi'], status, contactListId, connectionId };
  const campaign = campaignSchema.parse({ ...own, createdById: ours.admin.id });
  const contacts = { all: 0, invalid: 0, unchecked: 0 };
  await commit([
    table.put(ContactList, { companyId, id: contactListId, name: 'Clientes', contacts }, 'absent'),
    campaignItem(table, undefined, campaign, Date.now()),
    progressItem(
      table,
      undefined,
      progressOfRun(undefined, campaign, { plansAgain: true, ignoresQuality: false }),
      Date.now(),
    ),
  ]);
  const before = await loadCampaign(table, id);
  const body = { name: 'Natal', message1: 'Oi', contactListId, whatsappId: connectionId };
  return { answer: await send(id, body), targetId: String(id), before, changed };
};
const steerCase = (step: string, status: CampaignStatus, changed: string[]) =>
  campaignCase((id) => as(campaigns, `POST /campaigns/${id}/${step}`), changed, status);

const TEMPLATE = { category: 'UTILITY', header: { kind: 'none' }, body: 'Bom dia' };
/** Adds a number of the Cloud API with a template, and returns the row of the template. */
const templateScene = async () => {
  const businessId = '3002';
  const whatsappId = await addCloudConnection(ours, { accountId: String(2100 + ++made), businessId });
  const template = await addTemplate(ours, { businessId, id: '7001' });
  const before = await findTemplate(ours.table, { businessId }, template);
  if (before === undefined) throw new Error('no template');
  return { whatsappId, before };
};

/** Performs every audited action once, the way a user would. */
const ACTIONS: Record<AuditAction, () => Promise<Told>> = {
  'auth.login': async () => {
    const by = await ours.addUser();
    const before = await userRow(by.id);
    return { answer: await signInAs(by), targetId: String(by.id), before, by };
  },
  'auth.logout': async () => {
    const by = await ours.addUser();
    const cookie = cookieOf(await signInAs(by));
    const answer = await call(auth, {
      to: 'DELETE /auth/logout',
      headers: { origin: process.env.APP_ORIGIN ?? '', 'x-prosa-client': 'web' },
      cookies: [cookie],
    });
    return { answer, targetId: String(by.id), by };
  },
  'auth.endSession': async () => {
    const by = await ours.addUser();
    const [here, there] = [await signInAs(by), await signInAs(by)];
    const to = `DELETE /auth/sessions/${cookieOf(there).split('.')[2]}`;
    return { answer: await as(auth, to, undefined, tokenIn(here)), targetId: String(by.id), by };
  },
  'auth.endOtherSessions': async () => {
    const by = await ours.addUser();
    const answer = await as(auth, 'DELETE /auth/sessions', undefined, tokenIn(await signInAs(by)));
    return { answer, targetId: String(by.id), by };
  },
  'companies.updateSchedules': async () => {
    const before = await ours.table.get(Company, {}, { consistent: true });
    const body = { holidays: [{ date: '2030-12-25', name: 'Natal' }] };
    const answer = await as(companies, `PUT /companies/${ours.id}/schedules`, body);
    return { answer, targetId: '', before, changed: ['holidays'] };
  },
  'sendCaps.set': async () => {
    const before = await ours.table.get(Company, {}, { consistent: true });
    const by = await (await makeCompany()).addUser({ profile: 'admin', super: true });
    const answer = await as(companies, `PUT /companies/${ours.id}/send-cap`, { dailySendCap: 500 }, by.token);
    return { answer, targetId: '', before, changed: ['dailySendCap'], by };
  },
  'companies.updateSetting': () =>
    settingsCase(
      () => as(companies, 'PUT /companySettings', { column: 'requiredTag', data: 'enabled' }),
      ['requiredTag'],
    ),
  'companies.updateSettingRow': () =>
    settingsCase(() => as(companies, 'PUT /settings/userRandom', { value: 'enabled' }), ['userRandom']),
  'flows.create': async () => {
    const answer = await as(flows, 'POST /flowbuilder', { name: `Fluxo ${++made}` });
    return { answer, targetId: String(idIn(answer)) };
  },
  'flows.update': () =>
    flowCase(
      (flowId) => as(flows, 'PUT /flowbuilder', { flowId, name: `Fluxo ${++made}`, active: false }),
      ['name', 'active'],
    ),
  'flows.remove': () => flowCase((id) => as(flows, `DELETE /flowbuilder/${id}`)),
  'flows.duplicate': async () => {
    const { answer } = await flowCase((flowId) => as(flows, 'POST /flowbuilder/duplicate', { flowId }));
    return { answer, targetId: String(idIn(answer)) };
  },
  'flows.save': async () => {
    const told = await flowCase(
      (idFlow) => as(flows, 'POST /flowbuilder/flow', { idFlow, ...greetingGraph() }),
      ['published', 'nodes', 'connections'],
    );
    const { nodes, connections } = NEW_GRAPH;
    return { ...told, before: { ...told.before, nodes, connections } };
  },
  'flowPhrases.create': async () => {
    const { answer } = await phraseCase((_id, body) => as(flows, 'POST /flowcampaign', body));
    return { answer, targetId: String(idIn(answer)) };
  },
  'flowPhrases.update': () =>
    phraseCase((id, body) => as(flows, 'PUT /flowcampaign', { id, ...body, phrase: 'queria' }), ['phrase']),
  'flowPhrases.remove': () => phraseCase((id) => as(flows, `DELETE /flowcampaign/${id}`)),
  'campaigns.create': async () => {
    const told = await campaignCase((_id, body) => as(campaigns, 'POST /campaigns', body));
    return { answer: told.answer, targetId: String(idIn(told.answer)) };
  },
  'campaigns.update': () =>
    campaignCase(
      (id, body) => as(campaigns, `PUT /campaigns/${id}`, { ...body, message1: 'Olá' }),
      ['messages'],
    ),
  'campaigns.remove': () => campaignCase((id) => as(campaigns, `DELETE /campaigns/${id}`)),
  'campaigns.setMedia': () =>
    campaignCase((id) => picture(campaigns, `POST /campaigns/${id}/media-upload`, 'file'), ['media']),
  'campaigns.removeMedia': () => campaignCase((id) => as(campaigns, `DELETE /campaigns/${id}/media-upload`)),
  'campaigns.start': () => steerCase('start', 'inactive', ['status', 'run', 'startedAt']),
  'campaigns.pause': () => steerCase('pause', 'running', ['status', 'pauseReason', 'run']),
  'campaigns.resume': () => steerCase('resume', 'paused', ['status', 'run', 'startedAt']),
  'campaigns.cancel': () => steerCase('cancel', 'running', ['status', 'run']),
  'campaigns.restart': () => steerCase('restart', 'cancelled', ['status', 'run', 'startedAt']),
  'campaigns.followUp': async () => {
    const body = { name: 'De novo', who: 'not-read' };
    const told = await campaignCase(
      (id) => as(campaigns, `POST /campaigns/${id}/follow-up`, body),
      [],
      'finished',
    );
    return { answer: told.answer, targetId: String(idIn(told.answer)) };
  },
  'campaigns.exportReceivers': async () => {
    const { answer } = await campaignCase((id) => as(campaigns, `POST /campaigns/${id}/export`));
    const [made] = await listExports(ours.table, ours.admin.id);
    return { answer, targetId: made?.id ?? '' };
  },
  'campaigns.addSuppression': async () => ({
    answer: await as(campaigns, 'POST /campaign-suppressions', { number: '351912345678' }),
    targetId: '351912345678',
  }),
  'campaigns.removeSuppression': async () => {
    const number = '351912345679';
    const suppression = { companyId: ours.id, number, reason: 'added' as const, campaignId: null };
    await commit([suppressionItem(ours.table, undefined, suppression, Date.now())]);
    const before = (await loadSuppressions(ours.table, [number])).get(number);
    const answer = await as(campaigns, `DELETE /campaign-suppressions/${number}`);
    return { answer, targetId: number, before };
  },
  'campaignSettings.save': async () => ({
    answer: await as(campaigns, 'POST /campaign-settings', { settings: { messageInterval: 30 } }),
    targetId: '',
    before: campaignSettingsSchema.parse({ companyId: ours.id }),
    changed: ['messageIntervalS'],
  }),
  'users.create': async () => {
    const body = {
      name: 'Bia',
      email: `bia-${++made}@example.com`,
      password: TEST_PASSWORD,
      profile: 'user',
    };
    const answer = await as(users, 'POST /users', body);
    return { answer, targetId: String(idIn(answer)) };
  },
  'users.update': () =>
    userCase(
      (id) => as(users, `PUT /users/${id}`, { profile: 'admin', allowConnections: true }),
      ['profile', 'allowConnections'],
    ),
  'users.endSessions': () => userCase((id) => as(users, `DELETE /users/${id}/sessions`), ['sessionVersion']),
  'users.remove': async () => {
    const told = await userCase((id) => as(users, `DELETE /users/${id}`), []);
    expect(await userRow(Number(told.targetId))).toBeUndefined();
    return told;
  },
  'users.setPicture': () =>
    userCase((id) => picture(users, `POST /users/${id}/media-upload`, 'profileImage'), ['profileImage']),
  'users.removePicture': () => userCase((id) => as(users, `DELETE /users/${id}/media-upload`), []),
  'queues.create': async () => {
    const answer = await as(queues, 'POST /queue', { name: `Fila ${++made}`, color: color() });
    return { answer, targetId: String(idIn(answer)) };
  },
  'queues.update': () =>
    queueCase(
      (id, queue) => as(queues, `PUT /queue/${id}`, { name: queue.name, color: queue.color, orderQueue: 7 }),
      // Options missing from the request are removed.
      ['orderQueue', 'chatbots'],
    ),
  'queues.remove': () => queueCase((id) => as(queues, `DELETE /queue/${id}`), []),
  'queues.reorder': async () => {
    // More queues than fit into one transaction.
    const queueIds = [];
    for (let nth = 0; nth < 12; nth++) queueIds.push(await ours.addQueue({ color: color() }));
    return { answer: await as(queues, 'PUT /queue/order', { queueIds: queueIds.reverse() }), targetId: '' };
  },
  'queues.createOption': () =>
    queueCase((queueId) => as(queues, 'POST /chatbot', { ...option, queueId, parentId: null }), ['chatbots']),
  'queues.updateOption': () =>
    queueCase(
      (queueId) => as(queues, 'PUT /chatbot/a1', { ...option, name: 'Pix ou boleto', queueId }),
      ['chatbots'],
    ),
  'queues.removeOption': () =>
    queueCase((queueId) => as(queues, `DELETE /chatbot/a1?queueId=${queueId}`), ['chatbots']),
  'connections.create': async () => {
    const answer = await as(connections, 'POST /whatsapp', { name: `Conexão ${++made}` });
    return { answer, targetId: String(idIn(answer)) };
  },
  'connections.update': () =>
    connectionCase((id) => as(connections, `PUT /whatsapp/${id}`, { name: `Outra ${++made}` }), ['name']),
  'connections.remove': () => connectionCase((id) => as(connections, `DELETE /whatsapp/${id}`)),
  'connections.setMedia': () =>
    connectionCase(
      (id) => picture(connections, `POST /whatsapp/${id}/media-upload`, 'file'),
      ['greetingMediaAttachment'],
    ),
  'connections.removeMedia': () =>
    connectionCase((id) => as(connections, `DELETE /whatsapp/${id}/media-upload`)),
  'connections.rotateToken': () =>
    connectionCase((id) => as(connections, `POST /whatsapp/${id}/token`), ['tokenHash', 'tokenLast4']),
  'connections.start': () => connectionCase((id) => as(connections, `POST /whatsappsession/${id}`)),
  'connections.renew': () => connectionCase((id) => as(connections, `PUT /whatsappsession/${id}`)),
  'connections.pair': () =>
    connectionCase((id) =>
      as(connections, `POST /whatsappsession/${id}/pairing-code`, { number: '5511987650000' }),
    ),
  'connections.disconnect': () => connectionCase((id) => as(connections, `DELETE /whatsappsession/${id}`)),
  'connections.restartAll': async () => ({
    answer: await as(connections, 'POST /whatsapp-restart'),
    targetId: '',
  }),
  'connections.closeImported': async () => {
    const id = await ours.addConnection();
    return { answer: await as(connections, `POST /closedimported/${id}`), targetId: String(id) };
  },
  'channelLinks.linkPages': async () => {
    const body = { facebookUserId: '1001', facebookUserToken: 'EAAuser' };
    const answer = await as(connections, 'POST /facebook', body);
    return { answer, targetId: String(idIn(firstOf(answer))) };
  },
  'channelLinks.linkPhones': async () => {
    const body = { accessToken: 'EAAsystem', phoneNumberId: '2001', businessAccountId: '3001' };
    const answer = await as(connections, 'POST /whatsappapi', body);
    return { answer, targetId: String(idIn(firstOf(answer))) };
  },
  'channelLinks.relink': () =>
    connectionCase(
      (id) => as(connections, `POST /whatsapp/${id}/relink`, { accessToken: 'EAAnew' }),
      ['credentials'],
      { channel: 'whatsappapi', accountId: '2002', businessId: '3001' },
    ),
  'channelLinks.register': async () => {
    const id = await addCloudConnection(ours, { accountId: '2003', businessId: '3001' });
    const before = await connectionRow(id);
    const answer = await as(connections, `POST /whatsapp/${id}/register`, { pin: '123456' });
    return { answer, targetId: String(id), before };
  },
  'webhookEndpoints.create': async () => {
    const body = { name: 'CRM', url: 'https://crm.example/', events: ['ticket.closed'] };
    const answer = await as(webhookEndpoints, 'POST /webhook-endpoints', body);
    return { answer, targetId: String(idIn(answer)) };
  },
  'webhookEndpoints.update': () =>
    endpointCase((id) => as(webhookEndpoints, `PUT /webhook-endpoints/${id}`, { isOn: false }), ['off']),
  'webhookEndpoints.remove': () =>
    endpointCase((id) => as(webhookEndpoints, `DELETE /webhook-endpoints/${id}`)),
  'webhookEndpoints.rotateSecret': () =>
    endpointCase(
      (id) => as(webhookEndpoints, `POST /webhook-endpoints/${id}/secret`),
      ['secret', 'oldSecret'],
    ),
  'integrations.create': async () => {
    const answer = await as(integrations, 'POST /queueIntegration', HOOK);
    return { answer, targetId: String(idIn(answer)) };
  },
  'integrations.update': () =>
    integrationCase((id) => as(integrations, `PUT /queueIntegration/${id}`, HOOK), ['urlN8N']),
  'integrations.remove': () => integrationCase((id) => as(integrations, `DELETE /queueIntegration/${id}`)),
  'integrations.rotateSecret': () =>
    integrationCase((id) => as(integrations, `POST /queueIntegration/${id}/secret`), ['signingSecret']),
  'assistants.create': async () => {
    const queueId = await ours.addQueue();
    const body = { name: 'Atendente', prompt: INSTRUCTIONS, queueId, apiKey: 'uma-chave' };
    const answer = await as(assistants, 'POST /prompt', body);
    return { answer, targetId: String(idIn(answer)) };
  },
  'assistants.update': () =>
    assistantCase((id, body) => as(assistants, `PUT /prompt/${id}`, body), ['baseUrl', 'apiKey']),
  'assistants.remove': () => assistantCase((id) => as(assistants, `DELETE /prompt/${id}`)),
  'assistants.createCorrection': async () => {
    const id = await plantAssistant(ours);
    const answer = await as(assistants, `POST /prompt/${id}/corrections`, CORRECTED);
    return { answer, targetId: String(idIn(answer)) };
  },
  'assistants.updateCorrection': () =>
    correctionCase((path) => as(assistants, `PUT ${path}`, CORRECTED), ['question', 'answer']),
  'assistants.removeCorrection': () => correctionCase((path) => as(assistants, `DELETE ${path}`)),
  'announcements.create': async () => {
    const by = await ours.addUser({ profile: 'admin', super: true });
    const body = { title: `Aviso ${++made}`, text: 'Oi' };
    const answer = await as(announcements, 'POST /announcements', body, by.token);
    return { answer, targetId: String(idIn(answer)), by };
  },
  'announcements.update': () =>
    announcementCase(
      (id, token) =>
        as(announcements, `PUT /announcements/${id}`, { title: `Outro ${++made}`, text: 'Olá' }, token),
      ['title'],
    ),
  'announcements.remove': () =>
    announcementCase((id, token) => as(announcements, `DELETE /announcements/${id}`, undefined, token)),
  'announcements.setMedia': () =>
    announcementCase(
      (id, token) =>
        call(announcements, {
          to: `POST /announcements/${id}/media-upload`,
          token,
          form: formWithPicture('file'),
        }),
      ['media'],
    ),
  'announcements.removeMedia': () =>
    announcementCase(
      (id, token) => as(announcements, `DELETE /announcements/${id}/media-upload`, undefined, token),
      ['media'],
    ),
  'internalChats.remove': async () => {
    const id = await plantChat(ours, [ours.admin, await ours.addUser()]);
    const before = await loadInternalChat(ours.table, id);
    return { answer: await as(internalChats, `DELETE /chats/${id}`), targetId: String(id), before };
  },
  'helps.create': async () => {
    const by = await ours.addUser({ profile: 'admin', super: true });
    const answer = await as(helps, 'POST /helps', { title: `Ajuda ${++made}` }, by.token);
    return { answer, targetId: String(idIn(answer)), by };
  },
  'helps.update': () =>
    helpCase((id, token) => as(helps, `PUT /helps/${id}`, { title: `Outra ${++made}` }, token), ['title']),
  'helps.remove': () => helpCase((id, token) => as(helps, `DELETE /helps/${id}`, undefined, token)),
  'messageTemplates.create': async () => {
    const { whatsappId } = await templateScene();
    const body = { ...TEMPLATE, whatsappId, name: 'welcome', language: 'pt_BR' };
    return { answer: await as(messageTemplates, 'POST /message-templates', body), targetId: '7002' };
  },
  'messageTemplates.update': async () => {
    const { whatsappId, before } = await templateScene();
    const to = `PUT /message-templates/${before.id}`;
    const answer = await as(messageTemplates, to, { ...TEMPLATE, whatsappId });
    const changed = ['body', 'examples', 'changedAt', 'status', 'newsAt'];
    return { answer, targetId: before.id, before, changed };
  },
  'messageTemplates.remove': async () => {
    const { whatsappId, before } = await templateScene();
    const to = `DELETE /message-templates/${before.id}?whatsappId=${whatsappId}`;
    return { answer: await as(messageTemplates, to), targetId: before.id, before };
  },
  'contactFiles.createExport': async () => {
    const answer = await as(contactFiles, 'POST /contacts/exports');
    return { answer, targetId: z.object({ id: z.string() }).parse(answer.body).id };
  },
  'ticketReport.createExport': async () => {
    const answer = await as(ticketReport, 'POST /ticketreport/exports', {});
    return { answer, targetId: z.object({ id: z.string() }).parse(answer.body).id };
  },
  'contacts.update': async () => {
    const before = await makeContact(ours.table);
    const body = { name: before.name, number: `${before.number}1` };
    const answer = await as(contacts, `PUT /contacts/${before.id}`, body);
    return { answer, targetId: String(before.id), before, changed: ['number', 'identities'] };
  },
  'contacts.merge': async () => {
    const [kept, before] = [await makeContact(ours.table), await makeContact(ours.table)];
    const answer = await as(contacts, `POST /contacts/merge/${kept.id}`, { contactId: before.id });
    return { answer, targetId: String(before.id), before };
  },
  'contacts.remove': async () => {
    const { id } = await makeContact(ours.table);
    const before = await loadContact(ours.table, id);
    return { answer: await as(contacts, `DELETE /contacts/${id}`), targetId: String(id), before };
  },
  'tickets.remove': async () => {
    const contact = await makeContact(ours.table);
    const { id } = await makeTicket(ours.table, { contact, connectionId: await ours.addConnection() });
    const before = await loadTicket(ours.table, id);
    return { answer: await as(tickets, `DELETE /tickets/${id}`), targetId: String(id), before };
  },
};

describe('S-60: an action leaves exactly one audit entry', () => {
  it.each(Object.entries(ACTIONS))('%s', async (action, act) => {
    const had = new Set((await stored()).map(({ id }) => id));
    const { answer, targetId, before, changed = [], by = ours.admin } = await act();
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const fresh = (await stored()).filter(
      (entry) => !had.has(entry.id) && !(action !== 'auth.login' && entry.action === 'auth.login'),
    );
    const person = await userRow(by.id);
    expect(fresh).toMatchObject([
      {
        action,
        targetId,
        changed: expect.arrayContaining(changed),
        userId: by.id,
        userName: person?.name,
        ip: '127.0.0.1',
        beforeHash: hashOf(before),
      },
    ]);
    expect(fresh[0]?.changed).toHaveLength(changed.length);
    if (before !== undefined) expect(fresh[0]?.beforeHash).toMatch(HASH);
    const { entries } = await pageOf(`?action=${action}`);
    expect(entries[0]).toMatchObject({ id: fresh[0]?.id, createdAt: fresh[0]?.at, action, targetId });
  });
});

it('S-60: a refused request leaves no audit entry, and two identical racing requests leave one', async () => {
  const attendant = await ours.addUser();
  const [taken] = await Promise.all([ours.addQueue({ name: 'Vendas', color: color() })]);
  const had = (await stored()).length;
  const refused = await Promise.all([
    as(companies, 'PUT /companySettings', { column: 'requiredTag', data: 'disabled' }, attendant.token),
    as(companies, 'PUT /companySettings', { column: 'chatBotType', data: 'nothing' }),
    as(queues, 'POST /queue', { name: 'vendas', color: color() }),
    as(queues, `DELETE /chatbot/none?queueId=${taken}`),
    as(users, `PUT /users/${theirs.admin.id}`, { profile: 'user' }, theirs.admin.token),
    as(users, `DELETE /users/${ours.admin.id}`, undefined, attendant.token),
    as(connections, 'POST /whatsappsession/999999'),
    as(connections, 'POST /whatsapp/999999/token'),
    as(tickets, 'DELETE /tickets/999999'),
    call(signIn, { to: 'POST /auth/login', body: { email: attendant.email, password: 'não é esta' } }),
  ]);
  expect(refused.map(({ status }) => status).filter((status) => status < 400)).toEqual([]);
  expect(await stored()).toHaveLength(had);
  expect(await stored(theirs)).toEqual([]);

  const same = { name: `Fila ${++made}`, color: color() };
  const race = await Promise.all([as(queues, 'POST /queue', same), as(queues, 'POST /queue', same)]);
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await stored()).toHaveLength(had + 1);
});

it('S-60, S-14: audit entries hold no secret', async () => {
  const company = await makeCompany();
  const { token } = company.admin;
  const transcriptionKey = 'sk-uma-chave-secreta-1234567890';
  const password = 'outra senha bem comprida';
  const bia = await company.addUser();
  const id = await company.addConnection();
  const setKey = { column: 'transcriptionKey', data: transcriptionKey };
  expect((await as(companies, 'PUT /companySettings', setKey, token)).status).toBe(200);
  expect((await as(users, `PUT /users/${bia.id}`, { password }, token)).status).toBe(200);
  const { body } = await as(connections, `POST /whatsapp/${id}/token`, undefined, token);
  const issued = z.object({ token: z.string() }).parse(body).token;
  const login = await call(signIn, { to: 'POST /auth/login', body: { email: bia.email, password } });
  const session = z.object({ token: z.string() }).parse(login.body).token;
  const [user, settings, connection] = [
    await company.table.get(User, { id: bia.id }, { consistent: true }),
    await company.table.get(CompanySettings, {}, { consistent: true }),
    await company.table.get(Connection, { id }, { consistent: true }),
  ];
  const secrets = [
    transcriptionKey,
    password,
    issued,
    session,
    cookieOf(login),
    user?.passwordHash,
    settings?.transcriptionKey,
    connection?.tokenHash,
  ];
  const rows = await stored(company);
  expect(rows.map(({ action }) => action)).toHaveLength(4);
  const all = [JSON.stringify(rows), JSON.stringify((await log('', token)).body)];
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(10);
    for (const text of all) expect(text).not.toContain(secret);
  }
});

describe('S-60: reading the audit log', () => {
  let company: TestCompany;
  let bia: TestUser;
  const TOTAL = 2 * AUDIT_ENTRIES_PER_PAGE + 10;
  beforeAll(async () => {
    company = await makeCompany();
    bia = await company.addUser({ profile: 'admin' });
    const now = Date.now();
    // Entries spread over the months, plus one past its time to live that the table has not removed yet.
    const ages = [...Array.from({ length: TOTAL }, (_, nth) => nth * 3), 400];
    const items = ages.map((days, nth) => {
      const who = nth % 2 === 0 ? company.admin : bia;
      const source = {
        principal: { userId: who.id, user: { name: 'Ana' } },
        request: { ip: '192.0.2.7' },
        // One id generator per entry, because the ids of one generator never go back in time.
        ids: { ...systemIds, sortable: () => String(nth).padStart(4, '0') },
        nowMs: now - days * DAY_MS,
      };
      return auditItem(company.table, source, nth % 10 === 0 ? 'users.update' : 'queues.update', { id: nth });
    });
    for (let start = 0; start < items.length; start += 50) await commit(items.slice(start, start + 50));
  });

  const readAll = async (query = '') => {
    const pages = [];
    let cursor: string | null = '';
    for (let page = 0; page < 10 && cursor !== null; page++) {
      const behind: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer: z.infer<typeof auditRoutes.listAudit.response> = await pageOf(
        `?${query}${behind}`,
        company.admin.token,
      );
      pages.push(answer.entries.map(({ targetId }) => Number(targetId)));
      expect(answer.hasMore).toBe(answer.cursor !== null);
      cursor = answer.cursor;
    }
    return pages;
  };

  it('pages newest first over twelve months', async () => {
    const pages = await readAll();
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 10]);
    expect(pages.flat()).toEqual(Array.from({ length: TOTAL }, (_, nth) => nth));
  });

  it('filters by action and by user', async () => {
    expect((await readAll('action=users.update')).flat()).toEqual([
      0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100,
    ]);
    const own = (await readAll(`userId=${bia.id}`)).flat();
    expect(own).toHaveLength(TOTAL / 2);
    expect(own.every((nth) => nth % 2 === 1)).toBe(true);
    expect((await readAll(`action=users.update&userId=${bia.id}`)).flat()).toEqual([]);
    expect((await log('?action=nothing', company.admin.token)).status).toBe(400);
  });

  it('S-17, S-18: only administrators of the company read the audit log', async () => {
    const attendant = await company.addUser({ allowConnections: true, showDashboard: true, allTicket: true });
    expect((await log('', attendant.token)).status).toBe(403);
    expect((await pageOf('', theirs.admin.token)).entries).toEqual([]);
    expect((await pageOf(`?userId=${bia.id}`, theirs.admin.token)).entries).toEqual([]);
    const { cursor } = await pageOf('', company.admin.token);
    const stolen = await log(`?cursor=${encodeURIComponent(cursor ?? '')}`, theirs.admin.token);
    expect(stolen).toMatchObject({ status: 400, body: { error: 'ERR_CURSOR_INVALID' } });
  });

  it('S-60: no code changes or removes an audit entry', async () => {
    const { table } = company;
    const [entry] = await stored(company);
    if (entry === undefined) throw new Error('no entry');
    const changed = { ...entry, userName: 'Outra' };
    for (const expected of ['any', 'exists', entry.version] as const)
      expect(() => table.put(AuditEntry, changed, expected)).toThrow('append-only');
    expect(() => table.delete(AuditEntry, entry)).toThrow('append-only');
    expect(() => table.update(AuditEntry, entry, {}, {}, Date.now())).toThrow('append-only');
    const over = table.put(AuditEntry, changed, 'absent');
    await expect(commit([over])).rejects.toThrow(WriteConflict);
    await expect(writeBatch([over])).rejects.toThrow('without conditions');
    expect((await stored(company)).find(({ id }) => id === entry.id)).toEqual(entry);
  });
});
