/** What became of the messages of a connection's campaigns in the last days. */
export interface QualityCounts {
  sent: number;
  delivered: number;
  read: number;
  answered: number;
  /** Failed sends, and receivers who opted out. */
  rejected: number;
}

/** Fewer messages say nothing about the quality. */
const JUDGED_FROM = 50;
/** Shares of rejected messages, ours: from 5 percent on campaigns are slowed, from 15 percent on they pause. */
const SLOW_FROM = 0.05;
const STOP_FROM = 0.15;

/** `slow`: pauses are twice as long. `stop`: campaigns of the connection pause until a user resumes them. */
export type Quality = 'good' | 'slow' | 'stop';

/** Returns how the campaigns of a connection may continue. */
export const qualityOf = ({ sent, rejected }: QualityCounts): Quality => {
  if (sent < JUDGED_FROM) return 'good';
  const share = rejected / sent;
  return share >= STOP_FROM ? 'stop' : share >= SLOW_FROM ? 'slow' : 'good';
};
