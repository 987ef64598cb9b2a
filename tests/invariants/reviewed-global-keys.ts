/**
 * Entities outside of any company, each with the reason. A new one needs a review, because a single mistake exposes a
 * global row to every company.
 */
export const GLOBAL_ENTITIES: Record<string, string> = {
  emailOwner: 'An e-mail address signs in to one company; it is looked up before the company is known.',
  companyName: 'Names of companies are unique on the platform.',
  plan: 'Plans are sold to all companies.',
  announcement: 'A notice of the operator to the users of all companies.',
  platformSettings: 'Name, colours and logos of the installation.',
  help: 'Explanations of the product, which all users of the installation may read.',
  globalCounter: 'Numbers of companies, plans and other rows outside of companies.',
  attempts:
    'Who guesses a password has no company, and the account need not exist; what users make is counted by the same rows. Keyed by hashes, gone after a day.',
  timerWalk: 'How far the clock has come among the timers of all companies; says nothing of any.',
  realtimeTicket:
    'A one-time ticket is shown before its owner is known; keyed by the hash of 256 random bits.',
  socketOwner: 'API Gateway names a connection by its id alone.',
  quarantine: 'A delivery that belongs to no company we know must not land in one.',
  connectionToken: 'A token of the external API is shown before its company is known; keyed by its hash.',
  channelRoute: "A provider names its account, and this names the company's connection.",
  businessRoute:
    'A provider names only the business of its accounts, and this names the connections that belong to it.',
};

/** Index entries of company rows that are read across companies. */
export const GLOBAL_INDEXES: Record<string, string> = {
  connection:
    'The session host finds the connections of its shard, and a super administrator those of all companies.',
  message: 'The clock finds the sends whose outcome is due, whoever sent them.',
  outbox: 'The sweep finds what was not handed over, whoever it is from.',
  timer: 'The clock finds what is due, whoever it is for.',
};
