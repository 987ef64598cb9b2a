/**
 * Every list that a writing request may carry: its maximum length, and what the call makes of each entry. Written by
 * hand and reviewed, so that a new call that makes rows from a list states their number. A list that is missing here
 * fails the checks.
 */
export const REVIEWED_LISTS: Record<string, { maximum: number; makes: string }> = {
  'tickets.closeAll body.selectedQueueIds': { maximum: 1000, makes: 'nothing: names the queues to close' },
  'messages.send body.body': { maximum: 10, makes: 'the caption of a message that `mediaKeys` makes' },
  'messages.send body.mediaKeys': { maximum: 10, makes: 'one message' },
  'messages.forwardSeveral body.messageIds': {
    maximum: 100,
    makes: 'one message in each chosen conversation',
  },
  'messages.forwardSeveral body.contactIds': { maximum: 20, makes: 'one ticket, and the forwarded messages' },
  'messages.sendList body.sections': { maximum: 20, makes: 'a part of one message' },
  'messages.sendList body.sections.[].rows': {
    maximum: 100,
    makes: 'a part of one message, 100 in all sections together',
  },
  'contacts.create body.extraInfo': { maximum: 50, makes: 'a part of the contact' },
  'contacts.update body.extraInfo': { maximum: 50, makes: 'a part of the contact' },
  'contacts.setWallets body.wallets': { maximum: 20, makes: 'a part of the contact' },
  'contactFiles.startImport body.rows': {
    maximum: 1000,
    makes: 'the contacts of a range of rows: as many as the spreadsheet has',
  },
  'contactFiles.importOne body.tags': { maximum: 20, makes: 'one tag, unless the company has it' },
  'tags.sync body.tags': { maximum: 100, makes: 'a part of the contact' },
  'users.create body.queueIds': { maximum: 500, makes: 'a part of the user' },
  'users.update body.queueIds': { maximum: 500, makes: 'a part of the user' },
  'queues.reorder body.queueIds': { maximum: 1000, makes: 'nothing: changes a queue that is there' },
  'queues.create body.schedules': { maximum: 7, makes: 'a part of the queue' },
  'queues.create body.chatbots': { maximum: 50, makes: 'a part of the queue' },
  'queues.create body.options': { maximum: 50, makes: 'a part of the queue, 200 on all levels together' },
  'queues.update body.schedules': { maximum: 7, makes: 'a part of the queue' },
  'queues.update body.chatbots': { maximum: 50, makes: 'a part of the queue' },
  'queues.update body.options': { maximum: 50, makes: 'a part of the queue, 200 on all levels together' },
  'queues.createOption body.options': { maximum: 50, makes: 'a part of the queue' },
  'queues.updateOption body.options': { maximum: 50, makes: 'a part of the queue' },
  'connections.create body.schedules': { maximum: 7, makes: 'a part of the connection' },
  'connections.create body.queueIds': { maximum: 500, makes: 'a part of the connection' },
  'connections.update body.schedules': { maximum: 7, makes: 'a part of the connection' },
  'connections.update body.queueIds': { maximum: 500, makes: 'a part of the connection' },
  'channelLinks.linkPages body.pageIds': {
    maximum: 25,
    makes: 'one connection, and one of its Instagram account, within the plan',
  },
  'connections.tryOut body.connection.schedules': { maximum: 7, makes: 'nothing' },
  'connections.tryOut body.connection.queueIds': { maximum: 500, makes: 'nothing' },
  'connections.tryOut body.queue.schedules': { maximum: 7, makes: 'nothing' },
  'connections.tryOut body.chatbots': { maximum: 50, makes: 'nothing' },
  'connections.tryOut body.options': { maximum: 50, makes: 'nothing' },
  'connections.tryOut body.script': { maximum: 100, makes: 'nothing' },
  'companies.updateSchedules body.schedules': { maximum: 7, makes: "a part of the company's hours" },
  'companies.updateSchedules body.holidays': { maximum: 100, makes: "a part of the company's hours" },
};
