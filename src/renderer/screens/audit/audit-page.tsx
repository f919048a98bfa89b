import { Anchor } from '@mantine/core';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { Link, useSearchParams } from 'react-router-dom';
import { audit } from '#shared/audit.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { user } from '#shared/resources/user.ts';
import { pageTitles } from '#shared/routes.ts';
import { getHistoryPath } from '../../resource-kit/history/history.tsx';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import classes from '../../resource-kit/list/list-page.module.css';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { updateListParams } from '../../resource-kit/list-params.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { useTimeZone } from '../../ui/format.ts';
import { getDay, validateDay } from '../../ui/parse-day.ts';
import type { Column } from '../../ui/table-columns.ts';
import { TruncatedText } from '../../ui/truncated-text.tsx';

dayjs.extend(utc);
dayjs.extend(timezone);

type Entry = RecordOf<typeof audit>;

const column = createListColumns(audit);

const getEventLabel = ({ event }: Entry): string =>
  audit.fields.event.options.find(({ value }) => value === event)?.label ?? String(event);

const getName = (id: string | null, name: string | null): string => name ?? (id ? 'Erased user' : '');

const columns: Column<Entry>[] = [
  { ...column.timestamp('createdAt'), header: 'Time' },
  {
    ...column.field('event', { width: '18%' }),
    cell: (entry) => <TruncatedText text={getEventLabel(entry)} />,
  },
  {
    ...column.field('userId', { width: '14%' }),
    cell: ({ userId, userName }) => <TruncatedText text={getName(userId, userName)} />,
  },
  {
    ...column.field('subjectId', { width: '14%' }),
    cell: ({ subjectId, subjectName }) =>
      subjectId ? (
        <Anchor component={Link} to={getHistoryPath(user.name, subjectId)} inherit>
          {getName(subjectId, subjectName)}
        </Anchor>
      ) : (
        <TruncatedText text="" />
      ),
  },
  column.field('outcome', { width: '6.5rem' }),
  column.field('address', { width: '8rem' }),
  column.field('detail'),
];

const periodNames = ['from', 'to'] as const;

/** The days in the address, and the same period as times: `to` is included. */
const usePeriod = () => {
  const [search, setSearch] = useSearchParams();
  const days = { from: search.get('from'), to: search.get('to') };
  const [from, to] = [getDay(days.from), getDay(days.to)];
  const { timeZone } = useTimeZone();
  const toTime = (day: string) => dayjs.tz(day, timeZone).toISOString();
  return {
    days,
    times: {
      ...(from && { from: toTime(from) }),
      ...(to && { to: toTime(dayjs(to).add(1, 'day').format('YYYY-MM-DD')) }),
    },
    setDay: (name: (typeof periodNames)[number], day: string | null) =>
      setSearch((current) => updateListParams(current, { filters: { [name]: day } }), { replace: true }),
  };
};

export const AuditPage = () => {
  const { days, times, setDay } = usePeriod();
  const hasPeriod = Object.keys(times).length > 0;
  return (
    <ListPage
      resource={audit}
      title={pageTitles.audit}
      columns={columns}
      fixedFilters={times}
      emptyText={hasPeriod ? 'No entries in this period' : 'No audit entries yet'}
    >
      <div className={`${classes.filters} ${classes.filterGrid} bo-no-print`}>
        {periodNames.map((name) => (
          <DateInput
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            value={days[name]}
            error={validateDay(days[name])}
            onChange={(day) => setDay(name, day)}
          />
        ))}
      </div>
    </ListPage>
  );
};
