import { progressOfRun } from '@prosa/functions/domain/campaigns/campaign-run.ts';
import { handler as announcements } from '@prosa/functions/http/announcements/handler.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as signInHandler } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { pendingKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { metaAppSecret } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { NumberCheck } from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactImport } from '@prosa/functions/platform/table/entities/contact-files.ts';
import { Message, Upload } from '@prosa/functions/platform/table/entities/messages.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import {
  campaignItem,
  loadCampaign,
  progressItem,
} from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { suppressionItem } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { keepNumberResult } from '@prosa/functions/repositories/connections/number-checks.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadSchedule, scheduleItem } from '@prosa/functions/repositories/tickets/schedules.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import type { CampaignStatus } from '@prosa/shared/entities/campaign.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { INSTRUCTIONS, plantAssistant } from '../factories/assistants.ts';
import { TEST_PASSWORD } from '../factories/company.ts';
import { oggOpus, PNG } from '../factories/files.ts';
import { flowLink, flowNode, greetingGraph } from '../factories/flows.ts';
import { plantHelp } from '../factories/helps.ts';
import { plantIntegration } from '../factories/integrations.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { makeTicket } from '../factories/tickets.ts';
import { everyNth } from '../support/depth.ts';
import { type GraphStub, startGraphStub } from '../support/graph-stub.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, type Call, call } from './support/call.ts';
import { useEdge } from './support/edge.ts';
import { handlerOf } from './support/route-handlers.ts';
import { requestOf } from './support/route-requests.ts';
import type { Scene } from './support/scene.ts';
import { useTable } from './support/table.ts';
import { type Operation, useTwins } from './support/twins.ts';

useTable();
useBucket();
useEdge();
const twins = useTwins();
const PAGE_SCOPES = ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'];
const PHONE_SCOPES = ['whatsapp_business_messaging', 'whatsapp_business_management'];
let graph: GraphStub;
beforeAll(async () => {
  graph = await startGraphStub();
  process.env.GRAPH_ENDPOINT = graph.url;
});
afterAll(() => graph.stop());

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));

/** A request and its user; an administrator by default. */
type Request = Partial<Call> | Promise<Partial<Call>>;
interface Case {
  /** Which of several things the route does. */
  name?: string;
  request: (scene: Scene) => Request;
  /** Another user's action while the request runs. */
  meanwhile?: (scene: Scene) => Promise<void>;
}

const own = () => ({ origin: process.env.APP_ORIGIN ?? '', 'x-prosa-client': 'web' });
/** Signs in and returns the session's cookies. */
const signIn = async ({ ana }: Scene): Promise<string[]> => {
  const body = { email: ana.email, password: TEST_PASSWORD, remember: true };
  const { cookies } = await call(signInHandler, { to: 'POST /auth/login', body });
  return cookies.map((cookie) => cookie.split(';')[0] ?? '');
};
/** Returns the id of the newest message that Bob's customer wrote. */
const newestOfBobs = async ({ company: { table }, bobs, where }: Scene): Promise<string | undefined> => {
  const { pk } = keys.message({ contactId: bobs.contactId, connectionId: where.connectionId, sortKey: '' });
  return (await table.query(Message, { pk, limit: 1, order: 'desc', consistent: true })).rows[0]?.id;
};
/** Marks Ana's message as failed to send. */
const failSent = async ({ company: { table }, sent }: Scene): Promise<void> => {
  const message = await loadMessage(table, sent.id);
  if (message === undefined) throw new Error('the message is gone');
  const stayed = { ...message, sendState: 'failed', sendError: 'not-connected', ack: 0 } as const;
  await commit([table.put(Message, stayed, message.version)]);
};
const withPicture = async ({ company: { table }, bob }: Scene): Promise<void> => {
  const user = await table.get(User, { id: bob.id }, { consistent: true });
  if (user === undefined) throw new Error('the user is gone');
  await commit(userItems(table, user, { ...user, profileImage: 't/0/former' }, Date.now()));
};
const pictureForm = (field = 'profileImage'): FormData => {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'a.png');
  return form;
};
/** Answers a number check as the session host would. */
const answerCheck = async (
  table: Scene['company']['table'],
  asked: { connectionId: number; number: string },
): Promise<void> => {
  await vi.waitFor(
    async () => expect(await table.get(NumberCheck, asked, { consistent: true })).toBeDefined(),
    {
      timeout: 60_000,
    },
  );
  const result = { state: 'reached', number: asked.number } as const;
  const { companyId } = table;
  if (companyId === null) throw new Error('no company');
  const event = {
    v: 1,
    ...asked,
    companyId,
    channel: 'whatsapp',
    receivedAt: 0,
    type: 'number-check',
  } as const;
  await keepNumberResult(table, { ...event, result }, systemClock.now());
};
const superToken = async ({ company }: Scene): Promise<string> =>
  (await company.addUser({ profile: 'admin', super: true })).token;
/** Makes an announcement with a picture that is switched off. Returns the beginning of a request about it. */
const announced = async (scene: Scene, method: string, part: string): Promise<Partial<Call>> => {
  const token = await superToken(scene);
  const body = { title: 'Aviso', text: 'Oi', status: false };
  const made = await call(announcements, { to: 'POST /announcements', token, body });
  const { id } = z.object({ id: z.int() }).parse(made.body);
  await call(announcements, {
    to: `POST /announcements/${id}/media-upload`,
    token,
    form: pictureForm('file'),
  });
  return { to: `${method} /announcements/${id}${part}`, token };
};
/** Makes a column of the board, in the name of a new administrator. Returns its id. */
const makeLane = async ({ company }: Scene, name: string, rules: object = {}): Promise<number> => {
  const { token } = await company.addUser({ profile: 'admin' });
  const made = await call(tags, { to: 'POST /tags', token, body: { name, kanban: 1, ...rules } });
  return z.object({ id: z.int() }).parse(made.body).id;
};
/** The same time in both companies. */
const TOMORROW = toInstant(systemClock.now() + 86_400_000);
/** Makes the scene's schedule one that a program made with the token of a connection. */
const giveToProgram = async ({ company: { table }, ids, where }: Scene): Promise<void> => {
  const schedule = await loadSchedule(table, ids.schedule);
  if (schedule === undefined) throw new Error('no schedule');
  const after = { ...schedule, tokenConnectionId: where.connectionId };
  await commit([scheduleItem(table, schedule, after, systemClock.now())]);
};
const ofTicket = ({ ticketId }: { ticketId: number }, body: object, token?: string): Partial<Call> => ({
  to: `PUT /tickets/${ticketId}`,
  body,
  token,
});

const USER_ID = '1001';
const done = { success: true };
/** Has Meta accept every token, and return a page and a number for the scene's company. */
const linkable = async ({ company: { id } }: Scene): Promise<{ pageId: string; phoneId: string }> => {
  const { appId } = await metaAppSecret();
  const [pageId, phoneId] = [`91${id}`, `92${id}`];
  const answers = {
    'GET debug_token': {
      data: {
        app_id: appId,
        is_valid: true,
        user_id: USER_ID,
        expires_at: 0,
        scopes: [...PAGE_SCOPES, ...PHONE_SCOPES],
      },
    },
    'GET oauth/access_token': { access_token: 'EAAlong' },
    'GET me/accounts': {
      data: [{ id: pageId, name: 'Loja', access_token: 'EAApage', tasks: ['MESSAGING'] }],
    },
    [`POST ${pageId}/subscribed_apps`]: done,
    'GET 93/phone_numbers': {
      data: [{ id: phoneId, display_phone_number: '+55 11 4000-0000', verified_name: 'Loja' }],
    },
    'POST 93/subscribed_apps': done,
  };
  for (const [to, answer] of Object.entries(answers)) graph.answers.set(to, answer);
  return { pageId, phoneId };
};
const phoneRequest = async (scene: Scene): Promise<Partial<Call>> => {
  const { phoneId } = await linkable(scene);
  return {
    to: 'POST /whatsappapi',
    body: { accessToken: 'EAAsystem', phoneNumberId: phoneId, businessAccountId: '93' },
  };
};

const BUSINESS = '94';
/** When the ticket of a template is opened: the same time in both companies. */
const OPENED_AT_MS = Date.UTC(2026, 10, 1);
/** Adds a number of the Cloud API with a template, which Meta lists, creates, changes and deletes. */
const templated = async ({ company }: Scene): Promise<{ whatsappId: number; templateId: string }> => {
  const account = { accountId: `95${company.id}`, businessId: BUSINESS };
  const whatsappId = await addCloudConnection(company, account);
  const { id, name, language } = await addTemplate(company, { businessId: BUSINESS });
  const components = [{ type: 'BODY', text: 'Oi' }];
  const listed = { id, name, language, category: 'UTILITY', status: 'PAUSED', components };
  const answers = {
    [`GET ${BUSINESS}/message_templates`]: { data: [listed] },
    [`POST ${BUSINESS}/message_templates`]: { id: '7002', status: 'PENDING', category: 'UTILITY' },
    [`DELETE ${BUSINESS}/message_templates`]: done,
    [`POST ${id}`]: done,
  };
  for (const [to, answer] of Object.entries(answers)) graph.answers.set(to, answer);
  return { whatsappId, templateId: id };
};
/** Uploads a picture of the administrator, which Meta takes in a session, and returns its key. */
const uploadedPicture = async ({ company: { id: companyId, table, admin } }: Scene): Promise<string> => {
  const { appId } = await metaAppSecret();
  graph.answers.set(`POST ${appId}/uploads`, { id: 'upload:a?sig=b' }).set('POST upload:a', { h: '4::a' });
  const key = pendingKey(companyId, '0193f0e2-6e4a-4c1b-8f8a-0000000000aa');
  await putObject(key, PNG, 'image/png');
  const file = { fileName: 'sol.png', mimeType: 'image/png', at: TOMORROW };
  await commit([table.put(Upload, { companyId, key, userId: admin.id, ...file }, 'absent')]);
  return key;
};
/** Puts the scene's campaign into a status, as after a start. */
const inStatus = async ({ company: { table }, ids }: Scene, status: CampaignStatus): Promise<object> => {
  const campaign = await loadCampaign(table, ids.campaign);
  if (campaign === undefined) throw new Error('no campaign');
  const nowMs = systemClock.now();
  const after = { ...campaign, status, run: campaign.run + 1, startedAt: toInstant(nowMs) };
  await commit([
    campaignItem(table, campaign, after, nowMs),
    progressItem(
      table,
      undefined,
      progressOfRun(undefined, after, { plansAgain: true, ignoresQuality: false }),
      nowMs,
    ),
  ]);
  return {};
};
const WRITTEN_TEMPLATE = { category: 'UTILITY', header: { kind: 'none' }, body: 'Bom dia' };

/** A name that nothing resolves, so that a call fails at once. */
const REACHABLE = { urlN8N: 'https://loja.invalid/' };
/** Returns the form of a stored assistant, whose log gets the call. */
const storedDraft = async ({ company, ids: { queue: queueId } }: Scene): Promise<object> => {
  const id = await plantAssistant(company, { queueId });
  const place = { baseUrl: 'https://modelos.invalid/v1', apiKey: 'uma-chave-de-teste' };
  return { id, name: 'Atendente', prompt: INSTRUCTIONS, queueId, ...place };
};

/** Requests of routes that do several things, or whose smallest request would change nothing. */
const CASES: Record<string, Case[]> = {
  'channelLinks.linkPages': [
    {
      request: async (scene) => {
        const { pageId } = await linkable(scene);
        return { body: { facebookUserId: USER_ID, facebookUserToken: 'EAAuser', pageIds: [pageId] } };
      },
    },
  ],
  'channelLinks.linkPhones': [{ request: phoneRequest }],
  'channelLinks.relink': [
    {
      request: async (scene) => {
        const { token } = scene.company.admin;
        const linked = await call(connections, {
          token,
          to: 'POST /whatsappapi',
          ...(await phoneRequest(scene)),
        });
        const [{ id }] = z.tuple([z.object({ id: z.int() })]).parse(linked.body);
        return { to: `POST /whatsapp/${id}/relink`, body: { accessToken: 'EAAnew' } };
      },
    },
  ],
  'channelLinks.register': [
    {
      request: async ({ company }) => {
        const account = { accountId: `96${company.id}`, businessId: BUSINESS };
        const id = await addCloudConnection(company, account);
        graph.answers.set(`POST ${account.accountId}/register`, done);
        return { to: `POST /whatsapp/${id}/register`, body: { pin: '123456' } };
      },
    },
  ],
  'auth.login': [
    { request: ({ ana }) => ({ body: { email: ana.email, password: TEST_PASSWORD, remember: true } }) },
  ],
  'auth.refresh': [{ request: async (scene) => ({ cookies: await signIn(scene), headers: own() }) }],
  'auth.logout': [{ request: async (scene) => ({ cookies: await signIn(scene), headers: own() }) }],
  'auth.endSession': [
    {
      request: async (scene) => {
        const [cookie = ''] = await signIn(scene);
        return { to: `DELETE /auth/sessions/${cookie.split('.')[2]}`, token: scene.ana.token };
      },
    },
  ],
  'auth.endOtherSessions': [
    {
      request: async (scene) => {
        await signIn(scene);
        return { token: scene.ana.token };
      },
    },
  ],
  'tickets.update': [
    {
      name: 'accepts',
      request: ({ waiting, ana, ids }) =>
        ofTicket(waiting, { status: 'open', userId: ana.id, queueId: ids.queue }, ana.token),
    },
    {
      name: 'transfers',
      request: ({ attended, otherQueue, ana }) =>
        ofTicket(
          attended,
          { isTransfered: true, queueId: otherQueue, userId: null, msgTransfer: 'favor' },
          ana.token,
        ),
    },
    {
      name: 'returns',
      request: ({ attended, ana }) => ofTicket(attended, { status: 'pending', userId: null }, ana.token),
    },
    {
      name: 'accepts and greets',
      request: async ({ company, waiting, ana, ids }) => {
        const settings = { companyId: company.id, greetingAcceptedMessage: 'Olá, {{firstName}}' };
        await commit([company.table.put(CompanySettings, settings, 'any')]);
        forgetDirectory(company.id);
        return ofTicket(waiting, { status: 'open', userId: ana.id, queueId: ids.queue }, ana.token);
      },
    },
    { name: 'resolves', request: ({ attended, ana }) => ofTicket(attended, { status: 'closed' }, ana.token) },
    {
      name: 'reopens',
      request: ({ closed, ana, ids }) =>
        ofTicket(closed, { status: 'open', userId: ana.id, queueId: ids.queue }, ana.token),
    },
  ],
  'tickets.remove': [{ request: ({ closed }) => ({ to: `DELETE /tickets/${closed.ticketId}` }) }],
  'tickets.closeAll': [
    { request: ({ ids }) => ({ body: { status: 'pending', selectedQueueIds: [ids.queue] } }) },
  ],
  'tickets.createNote': [
    { request: ({ ids }) => ({ body: { ticketId: ids.ticket, note: 'prefere e-mail' } }) },
  ],
  'messages.list': [
    { request: ({ bobs, bob }) => ({ to: `GET /messages/${bobs.ticketUuid}`, token: bob.token }) },
  ],
  'messages.read': [
    {
      request: async (scene) => ({
        to: `POST /messages/read/${scene.bobs.ticketUuid}`,
        token: scene.bob.token,
        body: { newestId: await newestOfBobs(scene) },
      }),
    },
  ],
  'messages.typing': [
    {
      request: ({ bobs, bob }) => ({ to: `POST /messages/typing/${bobs.ticketUuid}`, token: bob.token }),
    },
  ],
  'messages.send': [
    {
      name: 'a text',
      request: ({ ana }) => ({
        token: ana.token,
        body: { body: 'um momento', clientId: '0193f0e2-6e4a-4c1b-8f8a-000000000001' },
      }),
    },
    { name: 'a note', request: ({ ana }) => ({ token: ana.token, body: { body: 'nota', isPrivate: true } }) },
    {
      name: 'a file',
      request: ({ ana }) => {
        const form = new FormData();
        form.append('body', 'a foto');
        form.append('medias', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'foto.png');
        return { token: ana.token, form };
      },
    },
  ],
  'messageTemplates.sync': [
    {
      request: async (scene) => {
        const { whatsappId } = await templated(scene);
        return { body: { whatsappId } };
      },
    },
  ],
  'messageTemplates.create': [
    {
      request: async (scene) => {
        const { whatsappId } = await templated(scene);
        return { body: { ...WRITTEN_TEMPLATE, whatsappId, name: 'welcome', language: 'pt_BR' } };
      },
    },
    {
      name: 'with a picture in its header',
      request: async (scene) => {
        const { whatsappId } = await templated(scene);
        const header = { kind: 'image', mediaKey: await uploadedPicture(scene) };
        return { body: { ...WRITTEN_TEMPLATE, header, whatsappId, name: 'welcome', language: 'pt_BR' } };
      },
    },
  ],
  'messageTemplates.update': [
    {
      request: async (scene) => {
        const { whatsappId, templateId } = await templated(scene);
        return { to: `PUT /message-templates/${templateId}`, body: { ...WRITTEN_TEMPLATE, whatsappId } };
      },
    },
    {
      name: 'with a picture in its header',
      request: async (scene) => {
        const { whatsappId, templateId } = await templated(scene);
        const header = { kind: 'image', mediaKey: await uploadedPicture(scene) };
        return {
          to: `PUT /message-templates/${templateId}`,
          body: { ...WRITTEN_TEMPLATE, header, whatsappId },
        };
      },
    },
  ],
  'messageTemplates.remove': [
    {
      request: async (scene) => {
        const { whatsappId, templateId } = await templated(scene);
        return { to: `DELETE /message-templates/${templateId}?whatsappId=${whatsappId}` };
      },
    },
  ],
  'messages.sendTemplate': [
    {
      request: async (scene) => {
        const { company, ana } = scene;
        const { whatsappId: connectionId } = await templated(scene);
        const attended = { status: 'open', userId: ana.id, channel: 'whatsappapi' } as const;
        const { id } = await makeTicket(company.table, { connectionId }, attended, OPENED_AT_MS);
        return {
          to: `POST /messages/template/${id}`,
          token: ana.token,
          body: {
            name: 'order_update',
            language: 'pt_BR',
            values: { body: { '1': 'Maria' } },
            clientId: '0193f0e2-6e4a-4c1b-8f8a-000000000009',
          },
        };
      },
    },
  ],
  'messages.sendList': [
    {
      request: ({ ana }) => ({
        token: ana.token,
        body: {
          title: 'Setores',
          sections: [{ rows: [{ title: 'Vendas' }] }],
          clientId: '0193f0e2-6e4a-4c1b-8f8a-000000000002',
        },
      }),
    },
  ],
  'messages.sendPix': [
    {
      request: ({ ana }) => ({
        token: ana.token,
        body: {
          sendvalue: 4990,
          sendkey_type: 'EMAIL',
          sendKey: 'caixa@loja.example',
          sendmerchant_name: 'Loja',
          clientId: '0193f0e2-6e4a-4c1b-8f8a-000000000003',
        },
      }),
    },
  ],
  ...Object.fromEntries(
    [
      { id: 'messages.sendUrl', copyText: 'https://loja.example/12' },
      { id: 'messages.sendCopy', copyText: 'SOL10' },
      { id: 'messages.sendCall', copyText: '+551133334444' },
    ].map(({ id, copyText }, index) => [
      id,
      [
        {
          request: ({ ana }: Scene) => ({
            token: ana.token,
            body: { copyText, clientId: `0193f0e2-6e4a-4c1b-8f8a-00000000001${index}` },
          }),
        },
      ],
    ]),
  ),
  'messages.resend': [
    {
      request: async (scene) => {
        await failSent(scene);
        return { token: scene.ana.token };
      },
    },
  ],
  'messages.resendAll': [
    {
      request: async (scene) => {
        await failSent(scene);
        return { token: scene.ana.token };
      },
    },
  ],
  'messages.edit': [{ request: ({ ana }) => ({ token: ana.token, body: { body: 'corrigida' } }) }],
  'messages.remove': [{ request: ({ ana }) => ({ token: ana.token }) }],
  'messages.forward': [
    {
      request: ({ ana, sent, ids }) => ({
        token: ana.token,
        body: { messageId: sent.id, contactId: ids.contact },
      }),
    },
  ],
  'messages.forwardSeveral': [
    {
      request: ({ ana, sent, ids }) => ({
        token: ana.token,
        body: {
          messageIds: [sent.id],
          contactIds: [ids.contact],
          clientId: '0193f0e2-6e4a-4c1b-8f8a-000000000002',
        },
      }),
    },
  ],
  'media.createUpload': [
    { request: () => ({ body: { fileName: 'a.png', mimeType: 'image/png', size: 10 } }) },
  ],
  'contacts.remove': [{ request: ({ closed }) => ({ to: `DELETE /contacts/${closed.contactId}` }) }],
  'contacts.merge': [
    {
      request: ({ ids, waiting }) => ({
        to: `POST /contacts/merge/${ids.contact}`,
        body: { contactId: waiting.contactId },
      }),
    },
  ],
  'contacts.block': [
    {
      request: ({ attended }) => ({
        to: `PUT /contacts/block/${attended.contactId}`,
        body: { active: false },
      }),
    },
  ],
  'contactFiles.upload': [
    {
      request: () => {
        const form = new FormData();
        form.append('file', new Blob(['Nome,Número\nAna,5521900000001\n']), 'a.csv');
        return { form };
      },
    },
  ],
  'contactLists.upload': [
    {
      request: () => {
        const form = new FormData();
        form.append('file', new Blob(['Nome,Número\nAna,5521900000001\n']), 'a.csv');
        return { form };
      },
    },
  ],
  'contactFiles.startImport': [
    {
      request: async ({ company: { table, id: companyId, admin } }) => {
        const id = '01k2x3y4z5a6b7c8d9e0';
        const ready = {
          companyId,
          id,
          userId: admin.id,
          fileName: 'a.csv',
          sourceKey: '',
          state: 'ready',
        } as const;
        await commit([
          table.put(ContactImport, { ...ready, columns: ['Nome', 'Número'], rows: 3 }, 'absent'),
        ]);
        const body = { mapping: { name: 0, number: 1 }, rows: [{ first: 0, last: 2 }] };
        return { to: `PUT /contacts/imports/${id}`, body };
      },
    },
  ],
  'contactFiles.importOne': [
    {
      name: 'with a tag that is new',
      request: () => ({ body: { name: 'Uma', number: '5521900000002', tags: 'novinha' } }),
    },
  ],
  'schedules.setMedia': [{ request: () => ({ form: pictureForm('file') }) }],
  'users.setListWidth': [
    {
      request: ({ ana }) => ({
        to: `PUT /users/toggleChangeWidht/${ana.id}`,
        token: ana.token,
        body: { defaultTicketsManagerWidth: 500 },
      }),
    },
  ],
  'quickMessages.update': [
    {
      name: 'shares one',
      request: ({ ids }) => ({
        to: `PUT /quick-messages/${ids.quickMessage}`,
        body: { shortcode: 'prazo', message: 'Até sábado', visao: true, geral: true },
      }),
    },
    {
      name: 'gives it another shortcode and keeps it',
      request: ({ ids, bob }) => ({
        to: `PUT /quick-messages/${ids.quickMessage}`,
        token: bob.token,
        body: { shortcode: 'outro', visao: false },
      }),
    },
  ],
  'quickMessages.setMedia': [
    {
      request: () => {
        const form = new FormData();
        form.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'a.png');
        return { form };
      },
    },
  ],
  'fileLists.update': [
    {
      name: 'without the option that it had',
      request: () => ({ body: { name: 'Outra', message: 'Oi', options: [{ name: 'Nova' }] } }),
    },
  ],
  'fileLists.remove': [
    {
      name: 'that a queue and an option send',
      request: async ({ ids, company: { admin } }) => {
        const sending = { name: 'Catálogo', queueType: 'file', optFileId: ids.fileList };
        const body = { name: 'Envia', color: '#0a0b0c', fileListId: ids.fileList, chatbots: [sending] };
        await call(queues, { to: `PUT /queue/${ids.queue}`, token: admin.token, body });
        return {};
      },
    },
  ],
  'fileLists.upload': [
    {
      request: () => {
        const form = new FormData();
        form.append('id', 'option');
        form.append('files', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'a.png');
        return { form };
      },
    },
  ],
  'tags.removeFromContact': [
    {
      request: async ({ ids, ana }) => {
        const body = { contactId: ids.contact, tags: [ids.tag] };
        await call(tags, { to: 'POST /tags/sync', token: ana.token, body });
        return {};
      },
    },
  ],
  'tags.create': [
    { request: () => ({}) },
    {
      name: 'a column of the board with rules',
      request: async (scene) => {
        const next = await makeLane(scene, 'Sem resposta');
        const rules = { timeLane: 24, nextLaneId: next, rollbackLaneId: next, greetingMessageLane: 'Olá?' };
        return { body: { name: 'Proposta', kanban: 1, ...rules } };
      },
    },
  ],
  'tags.update': [
    { request: () => ({}) },
    {
      name: 'the rules of a column with a ticket',
      request: async (scene) => {
        const { ids, ana } = scene;
        const next = await makeLane(scene, 'Sem resposta');
        const lane = await makeLane(scene, 'Proposta');
        await call(tags, { to: `PUT /ticket-tags/${ids.ticket}/${lane}`, token: ana.token });
        const body = { name: 'Proposta', kanban: 1, timeLane: 2, nextLaneId: next };
        return { to: `PUT /tags/${lane}`, body };
      },
    },
  ],
  'tags.remove': [
    { request: () => ({}) },
    {
      name: 'a column with a ticket, which another column names',
      request: async (scene) => {
        const { ids, ana } = scene;
        const lane = await makeLane(scene, 'Proposta');
        await makeLane(scene, 'Contato', { timeLane: 2, nextLaneId: lane, rollbackLaneId: lane });
        await call(tags, { to: `PUT /ticket-tags/${ids.ticket}/${lane}`, token: ana.token });
        return { to: `DELETE /tags/${lane}` };
      },
    },
  ],
  'tags.clearFromTicket': [
    {
      request: async ({ ids, ana }) => {
        const to = `PUT /ticket-tags/${ids.ticket}/${ids.lane}`;
        const { status } = await call(tags, { to, token: ana.token });
        return status === 201 ? {} : { to };
      },
    },
  ],
  'users.setPicture': [{ request: () => ({ form: pictureForm() }) }],
  'users.removePicture': [
    {
      request: async (scene) => {
        await withPicture(scene);
        return {};
      },
    },
  ],
  'connections.setMedia': [{ request: () => ({ form: pictureForm('file') }) }],
  'connections.pair': [
    {
      request: ({ otherConnection }) => ({
        to: `POST /whatsappsession/${otherConnection}/pairing-code`,
        body: { number: '5511988887777' },
      }),
    },
  ],
  'connections.remove': [
    { request: ({ otherConnection }) => ({ to: `DELETE /whatsapp/${otherConnection}` }) },
  ],
  'external.sendMessage': [
    {
      name: 'to a stranger',
      request: async ({ company, where }) => ({
        to: 'POST /messages/send',
        token: await company.addApiToken(where.connectionId),
        body: { number: '5511988887777', body: 'seu pedido saiu' },
      }),
    },
    {
      name: 'that is kept nowhere',
      request: async ({ company, where }) => ({
        to: 'POST /messages/send',
        token: await company.addApiToken(where.connectionId),
        body: { number: '5511988887777', body: 'código 1234', noRegister: true },
      }),
    },
    {
      name: 'and closes',
      request: async ({ company, where, waiting }) => ({
        to: 'POST /messages/send',
        token: await company.addApiToken(where.connectionId),
        body: { number: waiting.number, body: 'até logo', closeTicket: true },
      }),
    },
    {
      name: 'with a key',
      request: async ({ company, where, attended }) => ({
        to: 'POST /messages/send',
        token: await company.addApiToken(where.connectionId),
        body: { number: attended.number, body: 'seu pedido saiu' },
        headers: { 'idempotency-key': 'pedido-42' },
      }),
    },
    {
      name: 'with files',
      request: async ({ company, where, attended }) => {
        const form = pictureForm('medias');
        form.set('number', attended.number);
        form.append('medias', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'b.png');
        return { to: 'POST /messages/send', token: await company.addApiToken(where.connectionId), form };
      },
    },
    {
      name: 'at a later time',
      request: async ({ company, where }) => ({
        to: 'POST /messages/send',
        token: await company.addApiToken(where.connectionId),
        body: { number: '5511988887777', body: 'seu pedido saiu', sendAt: TOMORROW },
        headers: { 'idempotency-key': 'lembrete-42' },
      }),
    },
    {
      name: 'with a file that is kept nowhere',
      request: async ({ company, where }) => {
        const form = pictureForm('medias');
        form.set('number', '5511988887777');
        form.set('noRegister', 'true');
        return { to: 'POST /messages/send', token: await company.addApiToken(where.connectionId), form };
      },
    },
  ],
  'external.cancelSchedule': [
    {
      request: async (scene) => {
        await giveToProgram(scene);
        const { company, ids, where } = scene;
        return {
          to: `DELETE /messages/schedules/${ids.schedule}`,
          token: await company.addApiToken(where.connectionId),
        };
      },
    },
  ],
  'external.sendLinkedImage': [
    {
      request: async ({ company, where, waiting }) => ({
        to: 'POST /messages/send/linkImage',
        token: await company.addApiToken(where.connectionId),
        body: { number: waiting.number, url: 'https://loja.example/a.png', caption: 'veja' },
      }),
    },
  ],
  'external.checkNumber': [
    {
      request: async ({ company, where }) => ({
        to: 'POST /messages/checkNumber',
        token: await company.addApiToken(where.connectionId),
        body: { number: '5511988886666' },
      }),
      meanwhile: ({ company, where: { connectionId } }) =>
        answerCheck(company.table, { connectionId, number: '5511988886666' }),
    },
  ],
  'companies.updateSettingRow': [
    { request: () => ({ to: 'PUT /settings/requiredTag', body: { value: 'enabled' } }) },
  ],
  'companies.updateSchedules': [
    { request: () => ({ body: { timeZone: 'America/Manaus', holidays: [{ date: '2026-12-25' }] } }) },
  ],
  'sendCaps.set': [
    {
      request: async ({ company }) => ({
        to: `PUT /companies/${company.id}/send-cap`,
        token: (await company.addUser({ profile: 'admin', super: true })).token,
        body: { dailySendCap: 500 },
      }),
    },
  ],
  'helps.create': [
    {
      request: async ({ company }) => ({
        token: (await company.addUser({ profile: 'admin', super: true })).token,
        body: { title: 'Como transferir', description: 'Escolha “Transferir”.', video: '' },
      }),
    },
  ],
  'helps.update': [
    {
      request: async ({ company }) => ({
        to: `PUT /helps/${await plantHelp()}`,
        token: (await company.addUser({ profile: 'admin', super: true })).token,
        body: { title: 'Como encerrar', video: 'https://youtu.be/a1B2-c3_D4e' },
      }),
    },
  ],
  'helps.remove': [
    {
      request: async ({ company }) => ({
        to: `DELETE /helps/${await plantHelp()}`,
        token: (await company.addUser({ profile: 'admin', super: true })).token,
      }),
    },
  ],
  'flows.update': [
    { request: () => ({}) },
    {
      name: 'switches it off',
      request: ({ ids }) => ({ body: { flowId: ids.flow, name: 'Boas-vindas', active: false } }),
    },
  ],
  'flows.remove': [
    {
      name: 'that nothing starts',
      request: async ({ company: { admin } }) => {
        const body = { name: 'Sem uso' };
        const answer = await call(flows, { to: 'POST /flowbuilder', token: admin.token, body });
        return { to: `DELETE /flowbuilder/${z.object({ id: z.int() }).parse(answer.body).id}` };
      },
    },
  ],
  'flows.save': [
    { name: 'publishes it', request: () => ({}) },
    {
      name: 'stores the draft',
      request: ({ ids }) => ({
        body: { idFlow: ids.flow, ...greetingGraph('Bom dia'), publish: false, version: 1 },
      }),
    },
    {
      name: 'with a new file',
      request: async ({ ids, company: { admin } }) => {
        const to = 'POST /flowbuilder/img';
        const answer = await call(flows, { to, token: admin.token, form: pictureForm('medias') });
        const { name } = z.object({ name: z.string() }).parse(answer.body);
        const nodes = [flowNode('1', 'start'), flowNode('i', 'img', { url: name })];
        return { body: { idFlow: ids.flow, nodes, connections: [flowLink('1', 'i')] } };
      },
    },
  ],
  'flows.uploadContent': [{ request: () => ({ form: pictureForm('medias') }) }],
  'flows.uploadImage': [{ request: () => ({ form: pictureForm('medias') }) }],
  'flows.uploadAudio': [
    {
      request: () => {
        const form = new FormData();
        form.append('medias', new Blob([Uint8Array.from(oggOpus(20_000))], { type: 'audio/ogg' }), 'a.ogg');
        return { form };
      },
    },
  ],
  'campaigns.setMedia': [{ request: () => ({ form: pictureForm('file') }) }],
  'campaigns.pause': [{ request: (scene) => inStatus(scene, 'running') }],
  'campaigns.resume': [{ request: (scene) => inStatus(scene, 'paused') }],
  'campaigns.cancel': [{ request: (scene) => inStatus(scene, 'running') }],
  'campaigns.restart': [{ request: (scene) => inStatus(scene, 'cancelled') }],
  'campaigns.followUp': [{ request: (scene) => inStatus(scene, 'finished') }],
  'campaigns.create': [
    {
      name: 'that starts by itself',
      request: ({ ids }) => {
        const whom = { contactListId: ids.contactList, whatsappId: ids.connection };
        return { body: { name: 'Natal', message1: 'Olá', ...whom, scheduledAt: '2099-01-01T12:00:00.000Z' } };
      },
    },
  ],
  'campaigns.remove': [
    { request: () => ({}) },
    { name: 'that was started', request: (scene) => inStatus(scene, 'paused') },
  ],
  'campaigns.removeSuppression': [
    {
      request: async ({ company: { id: companyId, table } }) => {
        const suppression = { companyId, number: '552180000077', reason: 'added' as const };
        await commit([
          suppressionItem(table, undefined, { ...suppression, campaignId: null }, systemClock.now()),
        ]);
        return { to: 'DELETE /campaign-suppressions/5521980000077' };
      },
    },
  ],
  'campaignSettings.save': [{ request: () => ({ body: { settings: { messageInterval: 30 } } }) }],
  'integrations.testSession': [
    {
      request: async ({ company }) => {
        const { integration: id } = await plantIntegration(company, REACHABLE);
        return { body: { id } };
      },
    },
  ],
  'integrations.repeat': [
    {
      request: async ({ company }) => {
        const planted = await plantIntegration(company, REACHABLE);
        return {
          to: `POST /queueIntegration/${planted.integration}/calls/${planted.integrationCall}/repeat`,
        };
      },
    },
  ],
  'announcements.look': [{ request: ({ ana }) => ({ token: ana.token }) }],
  'announcements.create': [{ request: async (scene) => ({ token: await superToken(scene) }) }],
  'announcements.update': [
    {
      name: 'publishes one that was off',
      request: async (scene) => ({
        ...(await announced(scene, 'PUT', '')),
        body: { title: 'Aviso', text: 'Tchau', status: true },
      }),
    },
  ],
  'announcements.remove': [{ request: (scene) => announced(scene, 'DELETE', '') }],
  'announcements.setMedia': [
    {
      request: async (scene) => ({
        ...(await announced(scene, 'POST', '/media-upload')),
        form: pictureForm('file'),
      }),
    },
  ],
  'announcements.removeMedia': [{ request: (scene) => announced(scene, 'DELETE', '/media-upload') }],
  'internalChats.create': [
    {
      name: 'a group',
      request: ({ ana, bob }) => ({ body: { title: 'Suporte', users: [ana.id, bob.id] } }),
    },
    { name: 'a direct chat', request: ({ bob }) => ({ body: { isGroup: false, users: [bob.id] } }) },
  ],
  'internalChats.read': [{ request: ({ ana }) => ({ token: ana.token, body: {} }) }],
  'internalChats.send': [
    {
      name: 'a text',
      request: ({ ana, bob }) => ({
        token: ana.token,
        body: {
          message: 'Bom dia',
          mentions: [bob.id],
          clientId: '00000000-0000-4000-8000-000000000042',
        },
      }),
    },
    { name: 'a file', request: () => ({ form: pictureForm('file') }) },
  ],
  'assistants.test': [
    {
      request: async (scene) => ({ body: { ...(await storedDraft(scene)), question: 'Vocês abrem hoje?' } }),
    },
  ],
  'assistants.replay': [
    {
      request: async (scene) => {
        const { ticket: ticketId, message: messageId } = scene.ids;
        return { body: { ...(await storedDraft(scene)), ticketId, messageId } };
      },
    },
  ],
  'companies.updateSetting': [{ request: () => ({ body: { column: 'requiredTag', data: 'enabled' } }) }],
};

/** Routes with a writing method that write no row, with the reason. */
const WITHOUT_ROWS: Record<string, string> = {
  'channelLinks.listPages': 'asks Meta, and stores nothing',
  'flows.tryOut': 'plays a draft, and stores nothing of it',
  'helpChat.ask': 'is off without a key; with one it writes the marks of its rate limits only',
  'connections.tryOut': 'plays a draft, and stores nothing of it',
  'webhooks.receive': 'a delivery goes on a queue; R02 tells what becomes of a lost answer there',
};
/** Reading routes that also write. */
const WRITING_READS = new Set(['tickets.getByUuid', 'messages.list']);

/** Returns the comparable part of a response. The signed form of an upload differs each time. */
const toldOf = (row: RouteShape, { status, body }: Answer): unknown =>
  row.id === 'media.createUpload' ? { status } : { status, body };

const operationOf =
  (row: RouteShape, salt: number, one: Case | undefined): Operation =>
  async (scene) => {
    const { method, target, body } = requestOf(row, scene.ids, { salt });
    const { form, ...own } = (await one?.request(scene)) ?? {};
    const request: Call = {
      to: `${method} ${target.slice('/api'.length)}`,
      token: scene.company.admin.token,
      ...(form === undefined ? { body } : { form }),
      ...own,
    };
    return async () => {
      const [answer] = await Promise.all([call(handlerOf(row), request), one?.meanwhile?.(scene)]);
      return toldOf(row, answer);
    };
  };

const cases = rows.flatMap((row, at) => {
  const own = CASES[row.id] ?? [undefined];
  return own.map((one) => ({
    name: one?.name === undefined ? row.id : `${row.id} ${one.name}`,
    row,
    operation: operationOf(row, 5000 + at, one),
  }));
});

describe('R17: writes committed, the response to each first attempt lost', () => {
  it('the cases name existing routes', () => {
    const known = new Set(rows.map(({ id }) => id));
    expect(
      [...Object.keys(CASES), ...Object.keys(WITHOUT_ROWS), ...WRITING_READS].filter((id) => !known.has(id)),
    ).toEqual([]);
  });

  it.each(everyNth(cases, 4))('R17: $name takes effect once', async ({ row, operation }) => {
    let succeeded = true;
    const writes = await twins.expectSame(async (scene) => {
      const attempt = await operation(scene);
      return async () => {
        const told = await attempt();
        const { status } = Object(told);
        succeeded &&=
          row.method === 'GET' || WITHOUT_ROWS[row.id] !== undefined || (status >= 200 && status < 300);
        if (!succeeded) expect(told).toMatchObject({ status: 200 });
        return told;
      };
    });
    const isWriting =
      WRITING_READS.has(row.id) || (row.method !== 'GET' && WITHOUT_ROWS[row.id] === undefined);
    expect(writes > 0, `${row.id} made ${writes} writes`).toBe(isWriting);
  });
});
