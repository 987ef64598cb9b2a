interface ChatForm {
  isGroup: boolean;
  title: string;
  /** Number of chosen users, without the user who makes the chat. */
  users: number;
}

/** Whether a chat can be saved: users are chosen, and a group has a title. */
export const isChatReady = ({ isGroup, title, users }: ChatForm, membersMax: number): boolean =>
  isGroup ? users > 0 && users < membersMax && title.trim() !== '' : users === 1;
