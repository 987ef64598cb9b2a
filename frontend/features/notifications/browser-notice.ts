/** Returns the permission for notifications, or `unsupported` if the browser has none. */
export const noticePermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

/** Asks the user for permission. Call it only on a click, because browsers refuse it otherwise. */
export const askForNotices = async (): Promise<void> => {
  if (noticePermission() === 'default') await Notification.requestPermission();
};

/**
 * Shows a system notification; it replaces an earlier notification of the same ticket. Silent, because the app plays
 * its own sound.
 */
export const showNotice = (
  notice: { title: string; body: string; tag: string; icon: string },
  onClick: () => void,
): void => {
  if (noticePermission() !== 'granted') return;
  const { title, body, tag, icon } = notice;
  const shown = new Notification(title, { body, tag, silent: true, ...(icon === '' ? {} : { icon }) });
  shown.onclick = () => {
    globalThis.focus();
    shown.close();
    onClick();
  };
};
