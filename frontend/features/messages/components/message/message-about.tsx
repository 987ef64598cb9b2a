import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutoStoriesOutlined from '@mui/icons-material/AutoStoriesOutlined';
import LocalMallOutlined from '@mui/icons-material/LocalMallOutlined';
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import Link from '@mui/material/Link';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { type About, aboutOf } from '@prosa/shared/messaging/stored-content.ts';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { safeHref } from '../../message-markup.ts';
import { AdPreview } from './described-content.tsx';
import css from './message.module.css';

const Strip = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <span className={clsx(css.head, css.about)}>
    {mark}
    <span dir="auto">{children}</span>
  </span>
);

const Story = ({ of, link }: Extract<About, { kind: 'story' }>) => {
  const { t } = useTranslation('messages');
  const href = safeHref(link);
  return (
    <Strip mark={<AutoStoriesOutlined aria-hidden fontSize="small" />}>
      {t(`about.story.${of}`)}
      {href?.startsWith('https:') === true && (
        <>
          {' '}
          <Link href={href} target="_blank" rel="noopener noreferrer">
            {t('about.story.open')}
          </Link>
        </>
      )}
    </Strip>
  );
};

/** Shows above a message what it refers to: a story, a product, an advertisement, an order or a form. */
export const MessageAbout = ({ dataJson }: Pick<MessageView, 'dataJson'>) => {
  const { t } = useTranslation('messages');
  const about = aboutOf(dataJson);
  switch (about?.kind) {
    case undefined:
      return null;
    case 'story':
      return <Story {...about} />;
    case 'product':
      return (
        <Strip mark={<LocalMallOutlined aria-hidden fontSize="small" />}>
          {t('about.product', { id: about.productId })}
        </Strip>
      );
    case 'ad':
      return <AdPreview data={about.ad} />;
    case 'order':
      return (
        <Strip mark={<ShoppingCartOutlined aria-hidden fontSize="small" />}>
          {t('about.order', { count: about.items.length })}
        </Strip>
      );
    case 'form':
      return (
        <Strip mark={<AssignmentOutlined aria-hidden fontSize="small" />}>
          {about.name === '' ? t('about.form') : t('about.formNamed', { name: about.name })}
        </Strip>
      );
  }
};
