import { assistantSchema } from '@prosa/shared/entities/assistant.ts';
import { integrationSchema } from '@prosa/shared/entities/integration.ts';
import * as fc from 'fast-check';
import { option, type Shop, week } from './play.ts';

const tree = [
  option('Orçamento', {}, [
    option('Novo', {}, [option('Casa'), option('Rua', { queueType: 'queue', optQueueId: 2 })]),
    option('Usado'),
  ]),
  option('Atendente', { queueType: 'attendent', optQueueId: 2, optUserId: 2 }),
  option('Endereço', { closeTicket: true }),
  option('Robô', { queueType: 'integration', optIntegrationId: 2 }),
];
const integrations = (['typebot', 'n8n'] as const).map((type, index) =>
  integrationSchema.parse({
    companyId: 7,
    id: index + 1,
    name: type,
    type,
    typebotKeywordFinish: 'Usado',
    typebotKeywordRestart: '0',
    typebotRestartMessage: 'De novo',
    createdAt: '2026-11-20T12:00:00.000Z',
  }),
);
const assistants = ['', 'Sou um robô'].map((disclosure, index) =>
  assistantSchema.parse({
    companyId: 7,
    id: index + 1,
    name: 'Ajudante',
    prompt: 'Responda às perguntas.',
    apiKey: null,
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: 1,
    disclosure,
    createdAt: '2026-11-20T12:00:00.000Z',
  }),
);
const schedules = week('08:00', '12:00', '13:00', '18:00');
const minutes = (...values: number[]) => fc.constantFrom(0, 0, ...values);
const flag = fc.boolean();

const settings = fc.record({
  scheduleType: fc.constantFrom('disabled', 'disabled', 'company', 'connection', 'queue'),
  chatBotType: fc.constantFrom('text', 'list', 'button'),
  userRandom: flag,
  userRating: flag,
  sendGreetingMessageOneQueues: flag,
  sendQueuePosition: flag,
  sendQueuePositionMessage: fc.constant('Lugar'),
  enableLGPD: fc.constantFrom(false, false, true),
  lgpdConsent: flag,
  lgpdMessage: fc.constant('Dados'),
  acceptAudioMessageContact: flag,
  acceptCallWhatsapp: flag,
  AcceptCallWhatsappMessage: fc.constant('Sem chamadas'),
  DirectTicketsToWallets: flag,
});
const connection = fc.record({
  maxUseBotQueues: fc.constantFrom(0, 1, 3),
  maxUseBotQueuesNPS: fc.constantFrom(1, 3),
  timeUseBotQueues: minutes(10),
  expiresTicket: minutes(30),
  timeInactiveMessage: minutes(20),
  inactiveMessage: fc.constant('Aí?'),
  expiresInactiveMessage: fc.constant('Fim'),
  whenExpiresTicket: fc.constantFrom(0, 1),
  expiresTicketNPS: minutes(60),
  ratingMessage: fc.constant('Nota?'),
  outOfHoursMessage: fc.constant('Fechado'),
  timeCreateNewTicket: minutes(120),
  timeSendQueue: minutes(15),
  sendIdQueue: fc.constant(2),
  schedules: fc.constant(schedules),
  collectiveVacationStart: fc.constant('2026-11-22T03:00:00.000Z'),
  collectiveVacationEnd: fc.constantFrom(null, '2026-11-24T03:00:00.000Z'),
  collectiveVacationMessage: fc.constant('Férias'),
  integrationId: fc.constantFrom(null, null, null, 1, 2),
  promptId: fc.constantFrom(null, null, null, 1, 2),
});
const queue = fc.record({
  chatbots: fc.constantFrom([], [], tree, [option('Único', {}, [option('Um'), option('Dois')])]),
  closeTicket: fc.constantFrom(false, false, false, true),
  rotation: flag,
  rotationMinutes: minutes(5),
  outOfHoursMessage: fc.constant('Fila fechada'),
  schedules: fc.constantFrom([], schedules),
  integrationId: fc.constantFrom(null, null, null, 1, 2),
});
/** Shops with random settings: hours, menus, options, rotation, ratings, integrations, assistants, times. */
export const randomShop: fc.Arbitrary<Shop> = fc.record({
  settings,
  connection,
  queues: fc.array(queue, { minLength: 1, maxLength: 3 }),
  company: fc.record({
    schedules: fc.constant(schedules),
    holidays: fc.constantFrom([], [{ date: '2026-11-23', name: '' }]),
  }),
  users: fc.constant([{ queueIds: [1, 2, 3] }, { queueIds: [2] }]),
  integrations: fc.constant(integrations),
  assistants: fc.constant(assistants),
  plan: fc.record({
    useIntegrations: fc.constantFrom(true, true, true, false),
    useOpenAi: fc.constantFrom(true, true, true, false),
  }),
  chance: fc.constantFrom(0, 0.5, 0.99),
});
