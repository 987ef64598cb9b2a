import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import css from './message.module.css';

/** A message's emoji reactions, at the edge of its bubble. */
export const MessageReactions = ({ message }: { message: MessageView }) =>
  message.reactions.length === 0 ? null : (
    <div className={css.reactions}>
      {message.reactions.map((reaction) => (
        <span
          key={`${reaction.name}-${reaction.fromMe}-${reaction.at}`}
          title={reaction.name}
          className={css.reaction}
        >
          {reaction.emoji}
        </span>
      ))}
    </div>
  );
