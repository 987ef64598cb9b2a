import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow, { type TableRowProps } from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { radius } from '../theme/tokens.ts';
import { ErrorState } from './error-state.tsx';
import { IconAction } from './icon-action.tsx';
import { LazyMenu } from './lazy-menu.tsx';
import { LoadMore } from './load-more.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Column<T> {
  id: string;
  header: string;
  render: (row: T) => ReactNode;
  /** CSS width; the columns without one share the rest. */
  width?: string;
  align?: 'left' | 'right' | 'center';
  /** Left out in a narrow window. */
  wideOnly?: boolean;
  /** Stands under the first column there, instead of beside it. */
  stacks?: boolean;
}

export interface RowAction {
  id: string;
  label: string;
  icon: ReactNode;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface DataTableProps<T> {
  /** Names the table for who cannot see the heading. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string | number;
  actions?: (row: T) => RowAction[];
  onRowClick?: (row: T) => void;
  /** Rows that do more than the plain ones, such as being dragged. */
  rowAs?: ComponentType<IdentifiedRowProps>;
  isLoading: boolean;
  error?: unknown;
  onRetry: () => void;
  /** Shown when there is no row. */
  empty: ReactNode;
  hasMore?: boolean;
  onLoadMore?: () => void;
}

export interface IdentifiedRowProps extends TableRowProps {
  rowId: string | number;
}
const PlainRow = ({ rowId: _rowId, ...props }: IdentifiedRowProps) => <TableRow {...props} />;

/** Width of a window from which columns stand side by side: below it those of fixed width leave the name no room. */
const SIDE_BY_SIDE_PX = 960;
const SKELETON_ROWS = 6;
const skeletonKeys = Array.from({ length: SKELETON_ROWS }, (_, index) => `skeleton-${index}`);

/** A plain list of things with columns: sticky header, skeletons, empty and error states, actions at the right. */
export const DataTable = <T,>({
  label,
  columns,
  rows,
  rowKey,
  actions,
  onRowClick,
  rowAs: Row = PlainRow,
  isLoading,
  error,
  onRetry,
  empty,
  hasMore = false,
  onLoadMore,
}: DataTableProps<T>) => {
  const { t } = useTranslation('common');
  const wide = useMediaQuery((theme) => theme.breakpoints.up(SIDE_BY_SIDE_PX), { noSsr: true });
  const shown = columns.filter((column) => wide || (column.wideOnly !== true && column.stacks !== true));
  const stacked = wide ? [] : columns.filter((column) => column.stacks === true);
  const failed = error !== undefined && error !== null && rows === undefined;
  const nothing = !isLoading && !failed && rows !== undefined && rows.length === 0;
  return (
    <Box
      sx={{
        flex: '0 1 auto',
        minHeight: nothing || failed ? 320 : 0,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'auto',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      {failed && <ErrorState error={error} onRetry={onRetry} />}
      {nothing && empty}
      {!failed && !nothing && (
        <Table stickyHeader aria-label={label} aria-busy={isLoading} sx={{ tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              {shown.map((column) => (
                <TableCell
                  key={column.id}
                  align={column.align ?? 'left'}
                  {...(column.width === undefined ? {} : { sx: { width: column.width } })}
                >
                  {column.header}
                </TableCell>
              ))}
              {actions !== undefined && (
                <TableCell align="right" sx={{ width: wide ? 132 : 60 }}>
                  <VisuallyHidden>{t('actions')}</VisuallyHidden>
                </TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows === undefined
              ? skeletonKeys.map((key) => (
                  <TableRow key={key}>
                    {shown.map((column) => (
                      <TableCell key={column.id}>
                        <Skeleton />
                      </TableCell>
                    ))}
                    {actions !== undefined && <TableCell />}
                  </TableRow>
                ))
              : rows.map((row) => (
                  <Row
                    key={rowKey(row)}
                    rowId={rowKey(row)}
                    hover
                    {...(onRowClick === undefined
                      ? {}
                      : { onClick: () => onRowClick(row), sx: { cursor: 'pointer' } })}
                  >
                    {shown.map((column, index) => (
                      <TableCell
                        key={column.id}
                        align={column.align ?? 'left'}
                        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                      >
                        {column.render(row)}
                        {index === 0 && stacked.length > 0 && (
                          <Box
                            sx={{
                              display: 'flex',
                              flexWrap: 'wrap',
                              alignItems: 'center',
                              gap: 2,
                              paddingBlock: 2,
                              whiteSpace: 'normal',
                            }}
                          >
                            {stacked.map(({ id, render }) => (
                              <Box key={id}>{render(row)}</Box>
                            ))}
                          </Box>
                        )}
                      </TableCell>
                    ))}
                    {actions !== undefined && (
                      <TableCell align="right" onClick={(event) => event.stopPropagation()}>
                        <RowActions actions={actions(row)} wide={wide} />
                      </TableCell>
                    )}
                  </Row>
                ))}
          </TableBody>
        </Table>
      )}
      {onLoadMore !== undefined && rows !== undefined && (
        <LoadMore hasMore={hasMore} onLoadMore={onLoadMore} />
      )}
    </Box>
  );
};

const INLINE_ACTIONS = 3;

const RowActions = ({ actions, wide }: { actions: readonly RowAction[]; wide: boolean }) => {
  const { t } = useTranslation('common');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  if (wide && actions.length <= INLINE_ACTIONS) {
    return (
      <Box sx={{ display: 'inline-flex', gap: 1 }}>
        {actions.map((action) => (
          <IconAction
            key={action.id}
            size="small"
            label={action.label}
            icon={action.icon}
            onClick={action.onClick}
            disabled={action.disabled === true}
            sx={{ color: action.danger === true ? 'error.text' : 'text.secondary' }}
          />
        ))}
      </Box>
    );
  }
  return (
    <>
      <IconAction
        size="small"
        label={t('moreActions')}
        icon={<MoreVertRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyMenu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem
            key={action.id}
            disabled={action.disabled === true}
            onClick={() => {
              setAnchor(null);
              action.onClick();
            }}
            sx={action.danger === true ? { color: 'error.text' } : {}}
          >
            <ListItemIcon>{action.icon}</ListItemIcon>
            {action.label}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  );
};
