import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import type { DemoQueue, DemoTag, DemoUser } from './demo-types.ts';

const WEEKDAYS = [
  ['Segunda-feira', 'monday'],
  ['Terça-feira', 'tuesday'],
  ['Quarta-feira', 'wednesday'],
  ['Quinta-feira', 'thursday'],
  ['Sexta-feira', 'friday'],
  ['Sábado', 'saturday'],
  ['Domingo', 'sunday'],
] as const;
export const DEMO_SCHEDULES = WEEKDAYS.map(([weekday, weekdayEn]) => ({
  weekday,
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));

/** Queues of the demo, in the order of their ids. */
export const DEMO_QUEUES: Record<
  DemoQueue,
  Pick<Queue, 'id' | 'name' | 'color' | 'orderQueue' | 'greetingMessage'>
> = {
  suporte: {
    id: 1,
    name: 'Suporte',
    color: '#1E88E5',
    orderQueue: 1,
    greetingMessage: 'Você está no suporte. Conte o que aconteceu, se possível com uma foto.',
  },
  vendas: {
    id: 2,
    name: 'Vendas',
    color: '#43A047',
    orderQueue: 2,
    greetingMessage: 'Que bom ter você aqui! Qual produto procura?',
  },
  financeiro: {
    id: 3,
    name: 'Financeiro',
    color: '#FB8C00',
    orderQueue: 3,
    greetingMessage: 'Financeiro. Para agilizar, envie o CPF ou CNPJ do titular.',
  },
};

export const DEMO_TAGS: Record<DemoTag, { id: number; name: string; color: string }> = {
  vip: { id: 1, name: 'VIP', color: '#8E24AA' },
  novo: { id: 2, name: 'Novo cliente', color: '#00897B' },
  cobranca: { id: 3, name: 'Cobrança', color: '#E53935' },
  reclamacao: { id: 4, name: 'Reclamação', color: '#F4511E' },
  indicacao: { id: 5, name: 'Indicação', color: '#3949AB' },
};

/** Quick messages of the demo company; the last belongs to Ana alone. */
export const DEMO_QUICK_MESSAGES = [
  {
    id: 1,
    userId: 1,
    isShared: true,
    isEditableByAll: true,
    shortcode: 'saudacao',
    message: '{{ms}}, {{firstName}}! Aqui é {{userName}}, da Loja Demo. Como posso ajudar?',
  },
  {
    id: 2,
    userId: 1,
    isShared: true,
    isEditableByAll: false,
    shortcode: 'prazo',
    message: 'O prazo de entrega é de 3 a 5 dias úteis depois da confirmação do pagamento.',
  },
  {
    id: 3,
    userId: 2,
    isShared: true,
    isEditableByAll: false,
    shortcode: 'protocolo',
    message: 'Anote o protocolo deste atendimento: {{protocol}}.',
  },
  {
    id: 4,
    userId: 1,
    isShared: false,
    isEditableByAll: false,
    shortcode: 'ausente',
    message: 'Estou em reunião e volto a falar com você em meia hora.',
  },
] as const;

type DemoUserFields = Pick<User, 'id' | 'name' | 'email' | 'profile' | 'queueIds' | 'color'> & Partial<User>;

/** Users of the demo, in the order of their ids; their permissions differ on purpose. */
export const DEMO_USERS: Record<DemoUser, DemoUserFields> = {
  ana: {
    id: 1,
    name: 'Ana Ribeiro',
    email: 'ana@demo.local',
    profile: 'admin',
    queueIds: [1, 2, 3],
    color: '#6A1B9A',
    allTicket: true,
    allowGroup: true,
    allHistoric: true,
    allUserChat: true,
    showDashboard: true,
    allowRealTime: true,
    allowConnections: true,
    farewellMessage: 'Foi um prazer falar com você! Até a próxima.',
  },
  bruno: {
    id: 2,
    name: 'Bruno Carvalho',
    email: 'bruno@demo.local',
    profile: 'user',
    queueIds: [1],
    color: '#1565C0',
    allTicket: true,
    allowGroup: true,
  },
  carla: {
    id: 3,
    name: 'Carla Menezes',
    email: 'carla@demo.local',
    profile: 'user',
    queueIds: [2, 3],
    color: '#2E7D32',
    allTicket: true,
    allHistoric: true,
    allowRealTime: true,
  },
};

/** The only connection of the demo; its menu greets new contacts. */
export const DEMO_CONNECTION = {
  id: 1,
  name: 'WhatsApp principal',
  channel: 'whatsapp',
  isDefault: true,
  started: true,
  queueIds: [1, 2, 3],
  allowGroup: true,
  groupAsTicket: true,
  greetingMessage: 'Olá, {{firstName}}! Aqui é a Loja Demo. Com qual área você quer falar?',
  complationMessage: 'Obrigado pelo contato! Quando precisar, é só chamar.',
  outOfHoursMessage: 'Estamos fora do horário. Respondemos a partir das 8h.',
} as const satisfies Partial<Omit<Connection, 'queueIds'>> & { queueIds: readonly number[] };
