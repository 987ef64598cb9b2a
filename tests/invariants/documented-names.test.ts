import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { SETTING_COLUMNS } from '@prosa/shared/contracts/companies.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { VOICES, WRITTEN } from '@prosa/shared/entities/assistant.ts';
import { scheduleEntrySchema } from '@prosa/shared/entities/common.ts';
import { CONNECTION_STATUSES, connectionOptionsSchema } from '@prosa/shared/entities/connection.ts';
import { INTEGRATION_LANGUAGES, INTEGRATION_TYPES } from '@prosa/shared/entities/integration.ts';
import { MEDIA_TYPES } from '@prosa/shared/entities/message.ts';
import { CHATBOT_OPTION_TYPES, ROTATION_MINUTES } from '@prosa/shared/entities/queue.ts';
import { platformSettingsSchema } from '@prosa/shared/entities/settings.ts';
import { TICKET_LOG_TYPES, TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { LANGUAGES, userSchema } from '@prosa/shared/entities/user.ts';
import { ERROR_CATALOGUE } from '@prosa/shared/errors.ts';
import { clientFrameSchema, EVENTS } from '@prosa/shared/events/catalogue.ts';
import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { PLAN_FLAGS } from '@prosa/shared/permissions.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { MIN_AUDIO_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { PRESENCE_INTERVAL_MS } from '@prosa/shared/rules/presence.ts';
import { describe, expect, it } from 'vitest';
import { pathsOf } from '../integration/support/route-requests.ts';
import { inputSchemaOf } from '../support/schema-example.ts';

/**
 * Names used by other programs and older clients. Written by hand, independently of the contracts, so that a rename
 * is noticed. Names that are missing here may change freely.
 */
const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));

const fieldsOf = (schema: RouteShape['body']): string[] => {
  if (schema === undefined) return [];
  const root = inputSchemaOf(schema);
  return pathsOf(root, root).map((path) => path.filter((step) => step !== '[]').join('.'));
};

interface Call {
  takes?: string;
  answers?: string;
}
const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Returns the calls and fields of requests and responses that the contracts lack. */
const lackedOf = (calls: Record<string, Call>): string[] =>
  Object.entries(calls).flatMap(([name, { takes, answers }]) => {
    const row = rows.find(({ method, path }) => `${method} ${path}` === name);
    if (row === undefined) return [name];
    const taken = [row.params, row.query, row.body].flatMap(fieldsOf);
    const given = fieldsOf(row.response);
    return [
      ...words(takes)
        .filter((field) => !taken.includes(field) && field !== row.multipart)
        .map((field) => `${name} takes ${field}`),
      ...words(answers)
        .filter((field) => !given.includes(field))
        .map((field) => `${name} answers ${field}`),
    ];
  });

describe('documented calls with their parameters and fields', () => {
  it('sign-in and own user', () => {
    const user = `id name email profile profileImage companyId company.name company.dueDate company.companieSettings
      company.plan.useCampaigns company.plan.useKanban company.plan.useOpenAi company.plan.useIntegrations
      company.plan.useSchedules company.plan.useInternalChat company.plan.useExternalApi company.plan.useFacebook
      company.plan.useInstagram company.plan.useWhatsapp
      queues.id queues.name queues.color whatsappId startWork endWork farewellMessage allTicket allowGroup defaultTheme
      defaultMenu allHistoric allUserChat userClosePendingTicket showDashboard allowRealTime allowConnections super
      defaultTicketsManagerWidth`;
    const session = words(user).map((field) => `user.${field}`);
    const answers = ['token', ...session].join(' ');
    expect(
      lackedOf({
        'POST /auth/login': { takes: 'email password', answers },
        'POST /auth/refresh_token': { answers },
        'DELETE /auth/logout': {},
        'GET /auth/me': { answers: user },
        'GET /version': { answers: 'version' },
        'GET /public-settings/{key}': { takes: 'key token' },
      }),
    ).toEqual([]);
  });

  it('attendance panel', () => {
    const answers = `id uuid contact.id contact.name contact.number contact.urlPicture lastMessage unreadMessages updatedAt
      whatsapp.name queue.id queue.name queue.color user.id user.name userId status`;
    expect(lackedOf({ 'GET /usersMoments': { answers } })).toEqual([]);
  });

  it('tickets', () => {
    const ticket = `id uuid status queueId queue.name queue.color channel contactId contact.id contact.name
      contact.urlPicture contact.disableBot lastMessage updatedAt unreadMessages whatsappId whatsapp.name
      whatsapp.groupAsTicket isBot isGroup useIntegration user.id user.name user.color userId tags.id tags.name tags.color
      userRating companyId typebotStatus`;
    const listed = words(ticket).map((field) => `tickets.${field}`);
    expect(
      lackedOf({
        'GET /tickets': {
          takes: `searchParam pageNumber tags users status date updatedAt showAll queueIds withUnreadMessages whatsapps
            statusFilter sortTickets searchOnMessages`,
          answers: ['hasMore count', ...listed].join(' '),
        },
        'GET /tickets/u/{uuid}': { takes: 'uuid', answers: ticket },
        'PUT /tickets/{id}': {
          takes:
            'id status userId queueId sendFarewellMessage amountUsedBotQueues msgTransfer isTransfered useIntegration',
          answers: ticket,
        },
        'POST /tickets': {
          takes: 'contactId queueId whatsappId userId status companyId',
          answers: ticket,
        },
        'DELETE /tickets/{id}': { takes: 'id' },
        'POST /tickets/closeAll': { takes: 'status selectedQueueIds' },
        'GET /tickets-log/{ticketId}': { takes: 'ticketId', answers: 'type user queue createdAt' },
      }),
    ).toEqual([]);
  });

  it('notes', () => {
    expect(
      lackedOf({
        'POST /ticket-notes': { takes: 'note ticketId contactId' },
        'DELETE /ticket-notes/{id}': { takes: 'id' },
        'GET /ticket-notes/list': {
          takes: 'ticketId contactId',
          answers: 'id note ticketId contactId user.name createdAt',
        },
      }),
    ).toEqual([]);
  });

  it('messages', () => {
    const message = `id ticketId body fromMe mediaType mediaUrl dataJson isDeleted isEdited isForwarded isPrivate
      quotedMsg.fromMe quotedMsg.contact quotedMsg.mediaType quotedMsg.body ack createdAt queueId queue contact
      contact.urlPicture read wid remoteJid ticket.id ticket.whatsappId ticket.queueId ticket.queue`;
    const listed = words(message).map((field) => `messages.${field}`);
    expect(
      lackedOf({
        'GET /messages/{ticketUuid}': {
          takes: 'ticketUuid pageNumber selectedQueues',
          answers: ['hasMore', ...listed].join(' '),
        },
        'POST /messages/{ticketId}': {
          takes: 'ticketId read fromMe mediaUrl body quotedMsg isPrivate vCard medias',
        },
        'POST /messages/lista/{ticketId}': { takes: 'title text buttonText sections' },
        'POST /messages/copy/{ticketId}': { takes: 'image title description buttonText copyText' },
        'POST /messages/call/{ticketId}': { takes: 'image title description buttonText copyText' },
        'POST /messages/URL/{ticketId}': { takes: 'image title description buttonText copyText' },
        'POST /messages/PIX/{ticketId}': {
          takes: 'title sendvalue sendkey_type sendmerchant_name sendKey',
        },
        'POST /messages/edit/{messageId}': { takes: 'messageId body', answers: message },
        'DELETE /messages/{messageId}': { takes: 'messageId' },
        'POST /message/forward': { takes: 'messageId contactId signMessage' },
        'GET /messages/transcribeAudio/{file}': { takes: 'file', answers: 'transcribedText' },
        'GET /messages-allMe': { takes: 'fromMe dateStart dateEnd', answers: 'count.count' },
      }),
    ).toEqual([]);
  });

  it('contacts and tags', () => {
    const contact = `id name number email urlPicture active acceptAudioMessage disableBot lgpdAcceptedAt isGroup
      extraInfo.id extraInfo.name extraInfo.value tags whatsapp.name channel companyId`;
    const listed = words(contact).map((field) => `contacts.${field}`);
    expect(
      lackedOf({
        'GET /contacts': {
          takes: 'searchParam channel isGroup pageNumber contactTag',
          answers: ['hasMore count', ...listed].join(' '),
        },
        'GET /contacts/{id}': { takes: 'id', answers: contact },
        'GET /contacts/list': { takes: 'companyId', answers: contact },
        'GET /contacts/profile/{number}': { takes: 'number', answers: 'contactId urlPicture' },
        'POST /contacts': { takes: 'name number email companyId', answers: contact },
        'PUT /contacts/{id}': { takes: 'id name number email', answers: contact },
        'PUT /contacts/toggleAcceptAudio/{id}': { takes: 'id', answers: 'acceptAudioMessage' },
        'PUT /contacts/toggleDisableBot/{id}': { takes: 'id', answers: 'disableBot' },
        'PUT /contacts/block/{id}': { takes: 'id active' },
        'PUT /contact-wallet/{id}': { takes: 'id wallets', answers: 'wallets' },
        'DELETE /contacts/{id}': { takes: 'id' },
        'GET /contactTags/{id}': { takes: 'id' },
        'POST /tags': { takes: 'name kanban color', answers: 'id name color kanban' },
        'POST /tags/sync': { takes: 'contactId tags' },
        'GET /tags/list': { takes: 'companyId kanban', answers: 'id name color kanban' },
        'PUT /ticket-tags/{ticketId}/{tagId}': { takes: 'ticketId tagId' },
        'DELETE /ticket-tags/{ticketId}': { takes: 'ticketId' },
      }),
    ).toEqual([]);
  });

  it('kanban', () => {
    const lane = `id name color kanban userId timeLane nextLaneId rollbackLaneId greetingMessageLane`;
    const card = `id uuid contact.name contact.number lastMessage unreadMessages updatedAt channel whatsapp.name user.name
      tags.id tags.name tags.color`;
    const within = (list: string, fields: string) =>
      words(fields)
        .map((field) => `${list}.${field}`)
        .join(' ');
    expect(
      lackedOf({
        'GET /tag/kanban': { answers: within('lista', lane) },
        'GET /ticket/kanban': {
          takes: 'queueIds startDate endDate',
          answers: `count hasMore ${within('tickets', card)}`,
        },
        'POST /tags': {
          takes: 'name color kanban timeLane nextLaneId rollbackLaneId greetingMessageLane',
          answers: lane,
        },
        'PUT /tags/{id}': {
          takes: 'id name color kanban timeLane nextLaneId rollbackLaneId greetingMessageLane',
          answers: lane,
        },
      }),
    ).toEqual([]);
  });

  it('quick messages and schedules', () => {
    const quick = 'id shortcode message mediaPath mediaName geral visao status userId companyId';
    const writes = 'shortcode message geral visao status';
    const sends = `body contactId sendAt openTicket ticketUserId queueId statusTicket intervalo valorIntervalo
      enviarQuantasVezes tipoDias assinar`;
    const schedule = `id ${sends} sentAt status whatsapp.name mediaPath mediaName userId`;
    expect(
      lackedOf({
        'GET /quick-messages/list': { takes: 'companyId userId', answers: quick },
        'POST /quick-messages': { takes: writes, answers: quick },
        'PUT /quick-messages/{id}': { takes: `id ${writes}`, answers: quick },
        'DELETE /quick-messages/{id}': { takes: 'id' },
        'GET /schedules/{id}': { takes: 'id', answers: schedule },
        'POST /schedules': { takes: `${sends} whatsappId`, answers: schedule },
        'PUT /schedules/{id}': { takes: `id ${sends} whatsappId`, answers: schedule },
        'POST /schedules/{id}/media-upload': { takes: 'id file', answers: 'mediaPath mediaName' },
        'DELETE /schedules/{id}/media-upload': { takes: 'id' },
      }),
    ).toEqual([]);
  });

  it('flows', () => {
    const flow = 'id name active';
    const phrase = 'name flowId whatsappId phrase';
    const data = words(
      `label sec message arrayOption url record percent name queue typebotIntegration seq elements`,
    );
    const graph = ['id', 'type', 'position.x', 'position.y', ...data.map((field) => `data.${field}`)];
    expect(
      lackedOf({
        'GET /flowbuilder': { takes: 'searchParam pageNumber', answers: 'flows.name flows.active hasMore' },
        'GET /flowbuilder/{id}': { takes: 'id', answers: 'flow.id flow.name flow.active' },
        'GET /flowbuilder/flow/{id}': { takes: 'id', answers: 'flow.flow.nodes flow.flow.connections' },
        'POST /flowbuilder': { takes: 'name', answers: flow },
        'PUT /flowbuilder': { takes: 'name flowId', answers: flow },
        'DELETE /flowbuilder/{id}': { takes: 'id' },
        'POST /flowbuilder/duplicate': { takes: 'flowId', answers: flow },
        'POST /flowbuilder/flow': {
          takes: `idFlow nodes connections ${graph.map((field) => `nodes.${field}`).join(' ')}
            connections.source connections.sourceHandle connections.target connections.targetHandle`,
        },
        'POST /flowbuilder/content': { takes: 'medias body' },
        'POST /flowbuilder/audio': { takes: 'medias body fromMe', answers: 'name' },
        'POST /flowbuilder/img': { takes: 'medias body fromMe', answers: 'name' },
        'GET /flowcampaign': { answers: 'flow.id flow.name flow.status' },
        'GET /flowcampaign/{id}': {
          takes: 'id',
          answers: 'details.name details.phrase details.status details.flowId',
        },
        'POST /flowcampaign': { takes: phrase, answers: `id status ${phrase}` },
        'PUT /flowcampaign': { takes: `id status ${phrase}`, answers: `id status ${phrase}` },
        'DELETE /flowcampaign/{id}': { takes: 'id' },
      }),
    ).toEqual([]);
  });

  it('campaigns', () => {
    const texts = ['message', 'confirmationMessage'].flatMap((name) =>
      [1, 2, 3, 4, 5].map((nth) => `${name}${nth}`),
    );
    const writes = [
      ...texts,
      ...words(`name confirmation scheduledAt contactListId whatsappId tagListId statusTicket openTicket userId
        queueId`),
    ].join(' ');
    const answers = `${writes} id status completedAt contactList.name whatsapp.name companyId mediaPath mediaName
      counts.valid counts.confirmationRequested counts.confirmed counts.delivered`;
    expect(
      lackedOf({
        'GET /campaigns': { takes: 'searchParam pageNumber', answers: 'records hasMore' },
        'GET /campaigns/{id}': { takes: 'id', answers },
        'POST /campaigns': { takes: writes, answers },
        'PUT /campaigns/{id}': { takes: `id ${writes}`, answers },
        'DELETE /campaigns/{id}': { takes: 'id' },
        'POST /campaigns/{id}/media-upload': { takes: 'id file typeArch', answers: 'mediaPath mediaName' },
        'DELETE /campaigns/{id}/media-upload': { takes: 'id' },
        'POST /campaigns/{id}/cancel': { takes: 'id' },
        'POST /campaigns/{id}/restart': { takes: 'id' },
        'GET /campaigns/{id}/receivers': {
          takes: 'id',
          answers: 'receivers.deliveredAt receivers.confirmationRequestedAt',
        },
      }),
    ).toEqual([]);
  });

  it('file lists', () => {
    const list = 'id name message userId options.id options.name options.path options.mediaType';
    const writes = 'name message options.id options.name';
    expect(
      lackedOf({
        'GET /files': { takes: 'searchParam pageNumber companyId', answers: 'files hasMore' },
        'GET /files/{id}': { takes: 'id', answers: list },
        'POST /files': { takes: writes, answers: list },
        'PUT /files/{id}': { takes: `id ${writes}`, answers: list },
        'DELETE /files/{id}': { takes: 'id' },
        'POST /files/uploadList/{id}': { takes: 'fileId typeArch files name id' },
      }),
    ).toEqual([]);
  });

  it('announcements', () => {
    const row = words('id title text priority status mediaPath mediaName createdAt');
    const writes = 'title text priority status';
    const answers = row.join(' ');
    expect(
      lackedOf({
        'GET /announcements': {
          takes: 'searchParam pageNumber',
          answers: `${row.map((field) => `records.${field}`).join(' ')} hasMore`,
        },
        'GET /announcements/{id}': { takes: 'id', answers },
        'POST /announcements': { takes: writes, answers },
        'PUT /announcements/{id}': { takes: `id ${writes}`, answers },
        'DELETE /announcements/{id}': { takes: 'id' },
        'POST /announcements/{id}/media-upload': { takes: 'id typeArch file', answers },
        'DELETE /announcements/{id}/media-upload': { takes: 'id', answers },
      }),
    ).toEqual([]);
  });

  it('internal chats', () => {
    const listed = 'id uuid title ownerId lastMessage updatedAt users.userId users.unreads users.user';
    const chat = `${listed} users.user.id users.user.name`;
    const message = 'senderId sender.name message createdAt chatId';
    const all = (fields: string) => words(fields).map((field) => `records.${field}`);
    expect(
      lackedOf({
        'GET /chats': { takes: 'searchParam pageNumber', answers: [...all(listed), 'hasMore'].join(' ') },
        'POST /chats': { takes: 'users title', answers: chat },
        'PUT /chats/{id}': { takes: 'id users title', answers: chat },
        'DELETE /chats/{id}': { takes: 'id' },
        'POST /chats/{id}/read': { takes: 'id userId', answers: chat },
        'GET /chats/{id}/messages': {
          takes: 'id pageNumber',
          answers: [...all(message), 'hasMore', 'count'].join(' '),
        },
        'POST /chats/{id}/messages': { takes: 'id message', answers: message },
      }),
    ).toEqual([]);
  });

  it('dashboard', () => {
    const counters =
      words(`supportHappening supportPending supportFinished supportGroups leads avgSupportTime npsScore
      npsPromotersPerc npsDetractorsPerc npsPassivePerc tickets waitRating withoutRating withRating percRating`);
    const attendant = words('name rating countRating tickets avgSupportTime online');
    expect(
      lackedOf({
        'GET /dashboard': {
          takes: 'days date_from date_to',
          answers: [
            ...counters.map((field) => `counters.${field}`),
            ...attendant.map((field) => `attendants.${field}`),
          ].join(' '),
        },
        'GET /dashboard/moments': { takes: 'status showAll queueIds dateStart dateEnd userId' },
        'GET /dashboard/ticketsUsers': {
          takes: 'initialDate finalDate companyId',
          answers: 'data.nome data.quantidade',
        },
        'GET /dashboard/ticketsDay': {
          takes: 'initialDate finalDate companyId',
          answers: 'data.horario data.data data.total',
        },
      }),
    ).toEqual([]);
  });

  it('ticket report', () => {
    const row =
      words(`id uuid whatsappName contactName userName queueName status lastMessage createdAt closedAt
      supportTime NPS`);
    expect(
      lackedOf({
        'GET /ticketreport/reports': {
          takes:
            'searchParam contactId whatsappId users queueIds status dateFrom dateTo page pageSize onlyRated',
          answers: ['totalTickets.total', ...row.map((field) => `tickets.${field}`)].join(' '),
        },
      }),
    ).toEqual([]);
  });

  it('users', () => {
    const flags = `allTicket allowGroup allHistoric allUserChat userClosePendingTicket showDashboard allowRealTime
      allowConnections`;
    const user = `id name email profile super queues.id queues.name queues.color queueIds companyId company.name
      company.dueDate company.plan.useSchedules whatsappId startWork endWork
      farewellMessage profileImage defaultTheme defaultMenu defaultTicketsManagerWidth ${flags}`;
    const writes = `name email password profile companyId queueIds whatsappId startWork endWork farewellMessage
      defaultTheme defaultMenu ${flags}`;
    expect(
      lackedOf({
        'GET /users/list': { answers: 'id name' },
        'GET /users': { takes: 'searchParam pageNumber', answers: 'users hasMore' },
        'GET /users/{id}': { takes: 'id', answers: user },
        'POST /users': { takes: writes, answers: user },
        'PUT /users/{id}': { takes: `id ${writes}`, answers: user },
        'DELETE /users/{id}': { takes: 'id' },
        'POST /users/{id}/media-upload': {
          takes: 'id userId typeArch profileImage',
          answers: 'user.profileImage',
        },
        'PUT /users/toggleChangeWidht/{id}': { takes: 'id defaultTicketsManagerWidth' },
      }),
    ).toEqual([]);
  });

  it('queues and their options', () => {
    const option =
      'name greetingMessage queueType closeTicket optQueueId optUserId optIntegrationId optFileId options';
    const options = words(option).map((field) => `chatbots.${field}`);
    const row = `name color orderQueue greetingMessage outOfHoursMessage closeTicket ativarRoteador tempoRoteador
      integrationId fileListId schedules`;
    const queue = `${row} ${options.join(' ')}`;
    const answered = `id ${option} options.id options.name options.queueType`;
    expect(
      lackedOf({
        'GET /queue': { answers: `id ${row}` },
        'GET /queue/{id}': { takes: 'id', answers: `id ${queue} chatbots.id token` },
        'POST /queue': { takes: queue, answers: `id ${queue} chatbots.id token` },
        'PUT /queue/{id}': { takes: `id ${queue}`, answers: `id ${queue} chatbots.id token` },
        'DELETE /queue/{id}': { takes: 'id' },
        'GET /chatbot': { answers: answered },
        'POST /chatbot': { takes: option, answers: answered },
        'GET /chatbot/{id}': { takes: 'id', answers: answered },
        'PUT /chatbot/{id}': { takes: `id ${option}`, answers: answered },
        'DELETE /chatbot/{id}': { takes: 'id' },
      }),
    ).toEqual([]);
  });

  it('connections', () => {
    const options = `greetingMessage complationMessage outOfHoursMessage ratingMessage maxUseBotQueues provider
      expiresTicket allowGroup groupAsTicket enableImportMessage timeUseBotQueues timeSendQueue sendIdQueue
      expiresTicketNPS maxUseBotQueuesNPS expiresInactiveMessage timeInactiveMessage inactiveMessage whenExpiresTicket
      timeCreateNewTicket greetingMediaAttachment importRecentMessages importOldMessages importOldMessagesGroups
      closedTicketsPostImported queueIdImportMessages integrationId promptId flowIdWelcome flowIdNotPhrase
      collectiveVacationStart collectiveVacationEnd collectiveVacationMessage queueIds schedules name isDefault lgpdMessage lgpdLink`;
    const connection = `id name status channel number isDefault updatedAt token companyId ${options}`;
    expect(
      lackedOf({
        'GET /whatsapp': { takes: 'companyId session', answers: connection },
        'GET /whatsapp/filter': { takes: 'session channel', answers: 'id name status' },
        'GET /whatsapp/{id}': { takes: 'id session', answers: `${connection} qrcode` },
        'POST /whatsapp': { takes: options, answers: connection },
        'PUT /whatsapp/{id}': { takes: `id ${options}`, answers: connection },
        'DELETE /whatsapp/{id}': { takes: 'id' },
        'POST /whatsapp/{id}/media-upload': { takes: 'id', answers: 'greetingMediaAttachment' },
        'DELETE /whatsapp/{id}/media-upload': { takes: 'id', answers: 'greetingMediaAttachment' },
        'POST /whatsappsession/{id}': { takes: 'id' },
        'PUT /whatsappsession/{id}': { takes: 'id' },
        'DELETE /whatsappsession/{id}': { takes: 'id' },
        'POST /whatsapp-restart': {},
      }),
    ).toEqual([]);
  });

  it('settings and plan', () => {
    const flags =
      words(`useCampaigns useKanban useOpenAi useIntegrations useSchedules useInternalChat useExternalApi
      useFacebook useInstagram useWhatsapp`);
    expect(
      lackedOf({
        'GET /companies/listPlan/{companyId}': {
          takes: 'companyId',
          answers: flags.map((flag) => `plan.${flag}`).join(' '),
        },
        'GET /companies/{companyId}/schedules': { answers: 'schedules timeZone holidays' },
        'PUT /companies/{companyId}/schedules': { takes: 'schedules timeZone holidays' },
        'GET /companySettings/{companyId}': {
          takes: 'companyId',
          answers: `showNotificationPending sendGreetingAccepted greetingAcceptedMessage requiredTag lgpdHideNumber
            enableLGPD lgpdDeleteMessage sendSignMessage scheduleType`,
        },
        'GET /companySettingOne': { takes: 'column' },
        'PUT /companySettings': { takes: 'column data' },
        'GET /settings': { answers: 'key value' },
        'GET /setting/{key}': { takes: 'key', answers: 'key value' },
        'PUT /settings/{key}': { takes: 'key value' },
      }),
    ).toEqual([]);
    expect(PLAN_FLAGS.toSorted()).toEqual(flags.toSorted());
  });

  it('integrations', () => {
    const fields = `name type projectName jsonContent language urlN8N typebotDelayMessage typebotExpires
      typebotKeywordFinish typebotKeywordRestart typebotRestartMessage typebotSlug typebotUnknownMessage`;
    const row = words(`id ${fields}`);
    expect(
      lackedOf({
        'GET /queueIntegration': {
          takes: 'searchParam pageNumber',
          answers: `hasMore ${row.map((field) => `queueIntegrations.${field}`).join(' ')}`,
        },
        'GET /queueIntegration/{id}': { takes: 'id', answers: row.join(' ') },
        'POST /queueIntegration': { takes: fields, answers: row.join(' ') },
        'PUT /queueIntegration/{id}': { takes: `id ${fields}`, answers: row.join(' ') },
        'DELETE /queueIntegration/{id}': { takes: 'id' },
        'POST /queueIntegration/testSession': { takes: 'projectName jsonContent language' },
      }),
    ).toEqual([]);
    expect(INTEGRATION_TYPES.toSorted()).toEqual(words('dialogflow flowbuilder n8n typebot webhook'));
    expect(INTEGRATION_LANGUAGES.toSorted()).toEqual(words('en es pt-BR'));
  });

  it('prompts', () => {
    const fields = 'name prompt voice voiceKey voiceRegion maxTokens temperature apiKey queueId maxMessages';
    const row = words(`id ${fields} queue.name`);
    expect(
      lackedOf({
        'GET /prompt': { takes: '', answers: row.map((field) => `prompts.${field}`).join(' ') },
        'GET /prompt/{id}': { takes: 'id', answers: row.join(' ') },
        'POST /prompt': { takes: fields, answers: row.join(' ') },
        'PUT /prompt/{id}': { takes: `id ${fields}`, answers: row.join(' ') },
        'DELETE /prompt/{id}': { takes: 'id', answers: 'message' },
      }),
    ).toEqual([]);
    expect(WRITTEN).toBe('texto');
    expect(VOICES).toHaveLength(15);
    expect(VOICES.filter((voice) => !/^pt-BR-\w+Neural$/.test(voice))).toEqual([]);
  });

  it('helps', () => {
    const help = 'id title description video';
    const writes = 'title description video';
    expect(
      lackedOf({
        'GET /helps': { takes: 'searchParam pageNumber', answers: 'records count hasMore' },
        'GET /helps/list': { takes: '', answers: help },
        'POST /helps': { takes: writes, answers: help },
        'PUT /helps/{id}': { takes: `id ${writes}`, answers: help },
        'DELETE /helps/{id}': { takes: 'id' },
      }),
    ).toEqual([]);
  });

  it('external API', () => {
    expect(
      lackedOf({
        'POST /messages/send': {
          takes:
            'number body userId queueId sendSignature closeTicket medias quotedMsg msdelay noRegister whatsappId',
        },
      }),
    ).toEqual([]);
  });
});

describe('documented codes, words and keys', () => {
  it('error codes', () => {
    const codes =
      words(`ERR_NO_OTHER_WHATSAPP ERR_NO_DEF_WAPP_FOUND ERR_WAPP_NOT_INITIALIZED ERR_WAPP_CHECK_CONTACT
      ERR_WAPP_INVALID_CONTACT ERR_WAPP_DOWNLOAD_MEDIA ERR_INVALID_CREDENTIALS ERR_SENDING_WAPP_MSG ERR_DELETE_WAPP_MSG
      ERR_OTHER_OPEN_TICKET ERR_SESSION_EXPIRED ERR_USER_CREATION_DISABLED ERR_NO_PERMISSION ERR_DUPLICATED_CONTACT
      ERR_NO_SETTING_FOUND ERR_NO_CONTACT_FOUND ERR_NO_TICKET_FOUND ERR_NO_USER_FOUND ERR_NO_WAPP_FOUND
      ERR_CREATING_MESSAGE ERR_CREATING_TICKET ERR_FETCH_WAPP_MSG ERR_QUEUE_COLOR_ALREADY_EXISTS
      ERR_WAPP_GREETING_REQUIRED ERR_OUT_OF_HOURS`);
    expect(codes.filter((code) => !Object.hasOwn(ERROR_CATALOGUE, code))).toEqual([]);
  });

  it('live events and client frames', () => {
    const events = Object.values(EVENTS).map(({ name }) => name);
    const promised = words('ticket appMessage contact auth user whatsapp whatsappSession');
    expect(
      promised.filter((name) => !events.some((known) => known === `company-{companyId}-${name}`)),
    ).toEqual([]);
    const actions = (name: 'ticket' | 'appMessage') => EVENTS[name].examples.map(({ action }) => action);
    expect(actions('ticket')).toEqual(expect.arrayContaining(['update', 'create', 'delete', 'updateUnread']));
    expect(actions('appMessage')).toEqual(expect.arrayContaining(['create', 'update', 'delete']));
    const id = '0193f0e2-6e4a-4c1b-8f8a-000000000001';
    for (const frame of [
      { action: 'joinNotification' },
      { action: 'joinTickets' },
      { action: 'leaveTickets' },
      { action: 'joinChatBox', id },
      { action: 'joinChatBoxLeave', id },
      { action: 'userStatus' },
    ])
      expect(clientFrameSchema.safeParse(frame).success, frame.action).toBe(true);
  });

  it('tickets, their log and their messages', () => {
    expect(TICKET_STATUSES.toSorted()).toEqual(words('closed group lgpd nps open pending'));
    const log = words(
      'create chatBot queue open access transfered receivedTransfer pending closed reopen redirect',
    );
    expect(log.filter((type) => !TICKET_LOG_TYPES.some((known) => known === type))).toEqual([]);
    // `reactionMessage` is missing on purpose: reactions are shown below the message that they belong to.
    const media =
      words(`audio video image application call_log contactMessage locationMessage pollCreationMessageV3
      eventMessage listMessage viewOnceMessage interactiveMessage adMetaPreview`);
    expect(media.filter((type) => !MEDIA_TYPES.some((known) => known === type))).toEqual([]);
    expect(channelSchema.options.toSorted()).toEqual(words('facebook instagram whatsapp whatsappapi'));
  });

  it('settings keys', () => {
    const company =
      words(`userRating scheduleType chatBotType acceptCallWhatsapp userRandom sendGreetingMessageOneQueues
      sendSignMessage sendFarewellWaitingTicket sendGreetingAccepted sendQueuePosition acceptAudioMessageContact enableLGPD
      requiredTag lgpdDeleteMessage lgpdHideNumber lgpdConsent lgpdMessage lgpdLink sendMsgTransfTicket
      DirectTicketsToWallets closeTicketOnTransfer showNotificationPending transferMessage greetingAcceptedMessage
      AcceptCallWhatsappMessage sendQueuePositionMessage`);
    expect(company.filter((key) => !SETTING_COLUMNS.options.some((known) => known === key))).toEqual([]);
    const installation =
      words(`userCreation downloadLimit allowSignup primaryColorLight primaryColorDark appName
      appLogoLight appLogoDark appLogoFavicon`);
    expect(Object.keys(platformSettingsSchema.shape).toSorted()).toEqual(installation.toSorted());
  });

  it('connections, their hours and option trees', () => {
    const statuses = words('qrcode DISCONNECTED OPENING CONNECTED PAIRING TIMEOUT');
    expect(statuses.filter((status) => !CONNECTION_STATUSES.some((known) => known === status))).toEqual([]);
    expect(Object.keys(scheduleEntrySchema.shape)).toEqual(
      words('weekday weekdayEn startTimeA endTimeA startTimeB endTimeB'),
    );
    expect(CHATBOT_OPTION_TYPES.toSorted()).toEqual(words('attendent file integration queue text'));
  });
});

describe('documented numbers', () => {
  it('the promised limits are unchanged', () => {
    expect({
      editWindowMs: EDIT_WINDOW_MS,
      audioMinBytes: MIN_AUDIO_BYTES,
      userStatusMs: PRESENCE_INTERVAL_MS,
      rotationMinutes: ROTATION_MINUTES,
      downloadLimitMb: platformSettingsSchema.parse({}).downloadLimit,
      languages: LANGUAGES,
    }).toEqual({
      editWindowMs: 900_000,
      audioMinBytes: 10_000,
      userStatusMs: 300_000,
      rotationMinutes: [0, 2, 5, 10, 15, 30, 45, 60],
      downloadLimitMb: 64,
      languages: ['pt', 'en', 'es', 'tr'],
    });
  });

  it('a new user and a new connection have the documented numbers', () => {
    const user = userSchema.parse({
      companyId: 2,
      id: 1,
      name: 'Bia',
      email: 'b@example.com',
      passwordHash: 'h',
    });
    expect(user).toMatchObject({
      startWork: '00:00',
      endWork: '23:59',
      defaultTicketsManagerWidth: 550,
      language: 'pt',
    });
    expect(connectionOptionsSchema.parse({})).toMatchObject({
      maxUseBotQueues: 3,
      maxUseBotQueuesNPS: 3,
      provider: 'beta',
      expiresTicket: 0,
      groupAsTicket: false,
    });
  });
});
