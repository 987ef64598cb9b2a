import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { chatbotRoutes } from './chatbot.ts';
import { companyRoutes } from './companies.ts';
import { connectionRoutes } from './connections.ts';
import { contactFileRoutes } from './contact-files.ts';
import { contactRoutes } from './contacts.ts';
import { interactiveRoutes } from './interactive.ts';
import { messageRoutes } from './messages.ts';
import { queueRoutes } from './queues.ts';
import { quickMessageRoutes } from './quick-messages.ts';
import { scheduleRoutes } from './schedules.ts';
import { tagRoutes } from './tags.ts';
import { userRoutes } from './users.ts';

const button = { copyText: 'https://example.com' };
const rows = [{ title: 'Um', description: null, rowId: null }];
const bareRows = [{ title: 'Um' }];

describe('bodies of older clients', () => {
  it.each<[string, z.ZodType, object, object]>([
    [
      'POST /queue',
      queueRoutes.create.body,
      { name: 'Vendas', color: '#123456' },
      {
        orderQueue: null,
        greetingMessage: null,
        outOfHoursMessage: null,
        closeTicket: null,
        ativarRoteador: null,
        tempoRoteador: null,
        integrationId: null,
        fileListId: null,
        schedules: null,
        chatbots: null,
      },
    ],
    [
      'POST /chatbot',
      chatbotRoutes.createOption.body,
      { name: 'Comprar' },
      {
        queueId: null,
        parentId: null,
        greetingMessage: null,
        queueType: null,
        closeTicket: null,
        optQueueId: null,
        optUserId: null,
        optIntegrationId: null,
        optFileId: null,
        options: null,
      },
    ],
    [
      'PUT /chatbot/{id}',
      chatbotRoutes.updateOption.body,
      { name: 'Comprar' },
      { queueId: null, greetingMessage: null, queueType: null, closeTicket: null, options: null },
    ],
    [
      'POST /whatsapp',
      connectionRoutes.create.body,
      { name: 'Filial' },
      {
        provider: null,
        maxUseBotQueues: null,
        maxUseBotQueuesNPS: null,
        timeUseBotQueues: null,
        timeSendQueue: null,
        expiresTicket: null,
        expiresTicketNPS: null,
        timeInactiveMessage: null,
        timeCreateNewTicket: null,
        importRecentMessages: null,
        importOldMessages: null,
        importOldMessagesGroups: null,
        closedTicketsPostImported: null,
        enableImportMessage: null,
        allowGroup: null,
        groupAsTicket: null,
        collectiveVacationStart: null,
        collectiveVacationEnd: null,
        greetingMediaAttachment: null,
        queueIds: null,
        schedules: null,
      },
    ],
    [
      'POST /schedules',
      scheduleRoutes.create.body,
      { body: 'Lembrete', contactId: 1, sendAt: '2030-01-01T12:00' },
      {
        openTicket: null,
        statusTicket: null,
        ticketUserId: null,
        queueId: null,
        whatsappId: null,
        intervalo: null,
        valorIntervalo: null,
        enviarQuantasVezes: null,
        tipoDias: null,
        assinar: null,
      },
    ],
    [
      'POST /quick-messages',
      quickMessageRoutes.create.body,
      { shortcode: 'oi' },
      { message: null, geral: null, visao: null, status: null },
    ],
    ['POST /tags', tagRoutes.create.body, { name: 'VIP' }, { color: null, kanban: null }],
    [
      'PUT /contacts/{id}',
      contactRoutes.update.body,
      { name: 'Ana' },
      { email: null, extraInfo: null, acceptAudioMessage: null, disableBot: null },
    ],
    ['POST /messages/{ticketId}', messageRoutes.send.body, {}, { body: null, mediaUrl: null }],
    [
      'POST /contactsImport',
      contactFileRoutes.importOne.body,
      { name: 'Ana', number: '5511999990000' },
      { email: null, tags: null, validateContact: null },
    ],
    [
      'PUT /users/{id}',
      userRoutes.update.body,
      { name: 'Ana' },
      { password: null, startWork: null, endWork: null, color: null },
    ],
    [
      'POST /messages/lista/{ticketId}',
      interactiveRoutes.sendList.body,
      { title: 'Menu', sections: [{ rows: bareRows }] },
      { text: null, buttonText: null, sections: [{ title: null, rows }] },
    ],
    [
      'POST /messages/URL/{ticketId}',
      interactiveRoutes.sendUrl.body,
      button,
      { image: null, title: null, description: null, buttonText: null },
    ],
    [
      'POST /messages/PIX/{ticketId}',
      interactiveRoutes.sendPix.body,
      { sendvalue: 100, sendkey_type: 'EMAIL', sendmerchant_name: 'Loja', sendKey: 'loja@example.com' },
      { title: null },
    ],
  ])('null is an absent value in a body to %s', (_call, schema, required, nulls) => {
    expect(schema.parse({ ...required, ...nulls })).toEqual(schema.parse(required));
  });

  it('an empty text is no date, and 0 is no queue', () => {
    const body = connectionRoutes.create.body;
    const dates = [
      'importOldMessages',
      'importRecentMessages',
      'collectiveVacationStart',
      'collectiveVacationEnd',
    ];
    const empty = { ...Object.fromEntries(dates.map((date) => [date, ''])), sendIdQueue: 0 };
    expect(body.parse({ name: 'Filial', ...empty })).toEqual(body.parse({ name: 'Filial' }));
  });

  it('null is a shift without times', () => {
    const day = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00' };
    const body = queueRoutes.create.body;
    const queue = (shift: string | null) => ({
      ...{ name: 'Vendas', color: '#123456' },
      schedules: [{ ...day, startTimeB: shift, endTimeB: shift }],
    });
    expect(body.parse(queue(null))).toEqual(body.parse(queue('')));
  });

  it('null is an empty name of a holiday', () => {
    const day = { date: '2026-12-25' };
    const body = companyRoutes.updateSchedules.body;
    expect(body.parse({ holidays: [{ ...day, name: null }] })).toEqual(body.parse({ holidays: [day] }));
  });

  it('null is refused as the text of a schedule with “Obrigatório”', () => {
    const refused = scheduleRoutes.create.body.safeParse({
      body: null,
      contactId: 1,
      sendAt: '2030-01-01T12:00',
    });
    expect(refused.error?.issues).toMatchObject([{ path: ['body'], message: 'Obrigatório' }]);
  });
});
