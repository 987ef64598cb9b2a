import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import { isUnwanted } from '@prosa/shared/rules/message-template.ts';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { LoadMore } from '../../../../components/load-more.tsx';
import { SearchField } from '../../../../components/search-field.tsx';
import { routeQuery } from '../../../../lib/api/query.ts';
import { useSearch } from '../../../../lib/screen/use-search.ts';
import { languageName } from '../../../../lib/texts/language-name.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useTemplates } from '../../../directory/template-list.ts';
import { isFillable } from '../../template-values.ts';

/** Constant, so that the dialog does not move while the list loads. */
const LIST_HEIGHT = 'min(400px, 48dvh)';
const SKELETONS = ['first', 'second', 'third', 'fourth'];

interface TemplateChoiceProps {
  connectionId: number;
  /** The recipient; undefined while none is chosen. */
  contactId: number | undefined;
  /** Returns why a template cannot be used here; undefined if it can. */
  refusal?: (template: MessageTemplateView) => string | undefined;
  onChoose: (template: MessageTemplateView) => void;
}

interface LineProps {
  template: MessageTemplateView;
  /** Undefined until it is loaded; the server checks it again. */
  contact: ContactView | undefined;
  refusal: string | undefined;
  onChoose: () => void;
}

const Line = ({ template, contact, refusal, onChoose }: LineProps) => {
  const { t, language: userLanguage } = useTranslation('template-picker');
  const unwanted = contact !== undefined && isUnwanted(template, contact);
  const { name, language, body } = template;
  const problem = unwanted ? t('unwanted') : isFillable(template) ? refusal : t('notFillable');
  return (
    <ListItem disablePadding divider>
      <ListItemButton disabled={problem !== undefined} onClick={onChoose} sx={{ paddingInline: 3 }}>
        <ListItemText
          primary={`${name} · ${languageName(language, userLanguage)}`}
          secondary={problem ?? body}
          slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
        />
      </ListItemButton>
    </ListItem>
  );
};

/** The approved templates of a connection, with a search. */
export const TemplateChoice = ({
  connectionId,
  contactId,
  refusal = () => undefined,
  onChoose,
}: TemplateChoiceProps) => {
  const { t } = useTranslation('template-picker');
  const { data: contact } = useQuery({
    ...routeQuery(contactRoutes.get, { params: { id: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  });
  const { field, searchParam } = useSearch();
  const { list } = useTemplates(connectionId, { searchParam, status: 'APPROVED' });
  const { rows } = list;
  const failed = rows === undefined && list.error !== null;
  return (
    <>
      <SearchField label={t('search')} placeholder={t('searchPlaceholder')} autoFocus {...field} />
      <Box
        aria-busy={list.isLoading}
        sx={{ height: LIST_HEIGHT, overflowY: 'auto', display: 'flex', flexDirection: 'column' }}
      >
        {failed && <ErrorState error={list.error} onRetry={list.onRetry} />}
        {rows === undefined && !failed && SKELETONS.map((key) => <Skeleton key={key} height={56} />)}
        {rows?.length === 0 && (
          <EmptyState
            icon={<DescriptionOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <List disablePadding aria-label={t('list')}>
            {rows.map((template) => (
              <Line
                key={template.id}
                template={template}
                contact={contact}
                refusal={refusal(template)}
                onChoose={() => onChoose(template)}
              />
            ))}
          </List>
        )}
        <LoadMore hasMore={list.hasMore && rows !== undefined} onLoadMore={list.onLoadMore} />
      </Box>
    </>
  );
};
