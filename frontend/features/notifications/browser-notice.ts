/** Whether the browser can show notices at all, and whether it was asked. */
export const noticePermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

/** Asks the person for permission. Only ever on a click: browsers refuse it otherwise. */
export const askForNotices = async (): Promise<void> => {
  if (noticePermission() === 'default') await Notification.requestPermission();
};

/** Shows a notice of the operating system; a newer one of the same ticket replaces it. Silent: the app has its own sound. */
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
