import { Alert, Anchor, Button, Checkbox, Group, Skeleton, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countCombinations, generateVariants, maxGenerated } from '#shared/product/generate-variants.ts';
import {
  type AttributeChoices,
  type Choice,
  checkAttribute,
  checkValues,
} from '#shared/product/variant-draft.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { routes } from '#shared/routes.ts';
import { request } from '../../../resource/client.ts';
import { messageOf } from '../../../resource/errors.ts';
import { queryKeys } from '../../../resource/query-client.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useVariants } from './use-variants.ts';
import { VariantSheet } from './variant-sheet.ts';
import classes from './variants-section.module.css';

/** As many are made without asking. */
const unasked = 500;

const useAttributes = () =>
  useQuery({
    queryKey: [...queryKeys.lists(attribute.name), 'withValues'],
    queryFn: async ({ signal }) =>
      (await request<{ data: AttributeChoices[] }>('GET', '/attribute/getAttributeWithValue', { signal }))
        .data,
  });

const AttributeChoice = ({
  choices: { _id: attributeId, name, attributeValueArr },
  choice,
  isDisabled,
  onChoice,
}: {
  choices: AttributeChoices;
  choice: Choice;
  isDisabled: boolean;
  onChoice: (choice: Choice) => void;
}) => {
  const checked = choice[attributeId];
  const all = attributeValueArr.map(({ _id }) => _id);
  const isAll = all.every((id) => checked?.includes(id));
  return (
    <fieldset className={classes.attribute} disabled={isDisabled}>
      <legend className="bo-visually-hidden">{name}</legend>
      <Group gap="sm">
        <Checkbox
          label={name}
          fw={600}
          checked={checked !== undefined}
          onChange={(event) => onChoice(checkAttribute(choice, attributeId, event.currentTarget.checked))}
        />
        {checked && all.length > 1 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={isAll ? `Uncheck all values of ${name}` : `Check all values of ${name}`}
            onClick={() => onChoice(checkValues(choice, { attributeId, valueIds: all, isChecked: !isAll }))}
          >
            {isAll ? 'None' : 'All'}
          </Button>
        )}
      </Group>
      {checked && (
        <div className={classes.values}>
          {attributeValueArr.map((value) => (
            <Checkbox
              key={value._id}
              label={value.name}
              checked={checked.includes(value._id)}
              onChange={(event) =>
                onChoice(
                  checkValues(choice, {
                    attributeId,
                    valueIds: [value._id],
                    isChecked: event.currentTarget.checked,
                  }),
                )
              }
            />
          ))}
          {all.length === 0 && (
            <Text size="sm" c="dimmed">
              It has no values yet
            </Text>
          )}
        </div>
      )}
    </fieldset>
  );
};

const nameOfCount = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'variant' : 'variants'}`;

/** Chooses the attributes and values whose combinations are the variants. Many are only made once they are asked for. */
export const AttributePicker = () => {
  const { sheet, change, isReadOnly } = useVariants();
  const attributes = useAttributes();
  /** What is checked and waits to be asked for. */
  const [waiting, setWaiting] = useState<{ choice: Choice; since: VariantSheet } | null>(null);
  const isWaiting = waiting !== null && waiting.since === sheet;
  const choice = isWaiting ? waiting.choice : sheet.choice;
  if (attributes.isPending) return <Skeleton height="5rem" />;
  if (attributes.isError) {
    return <ErrorState message={messageOf(attributes.error)} onRetry={() => void attributes.refetch()} />;
  }
  if (attributes.data.length === 0) {
    return (
      <Text size="sm">
        There are no attributes yet.{' '}
        <Anchor component={Link} to={routes.attributeForm} inherit>
          Add one
        </Anchor>{' '}
        with its values to give products variants.
      </Text>
    );
  }
  const count = countCombinations(attributes.data, choice);
  const made = sheet.variants.filter(({ attributeValueArr }) => attributeValueArr.length > 0).length;
  const leftOut = isWaiting ? 0 : Math.max(count - made, 0);
  const generate = (wanted: Choice, isComplete = false) => {
    setWaiting(null);
    change(
      `Generate ${nameOfCount(countCombinations(attributes.data, wanted))}`,
      (before) =>
        new VariantSheet(
          generateVariants({ before, attributes: attributes.data, choice: wanted, isComplete }),
        ),
    );
  };
  const choose = (wanted: Choice) => {
    if (countCombinations(attributes.data, wanted) > unasked) setWaiting({ choice: wanted, since: sheet });
    else generate(wanted);
  };
  return (
    <div>
      <div className={classes.attributes}>
        {attributes.data.map((each) => (
          <AttributeChoice
            key={each._id}
            choices={each}
            choice={choice}
            isDisabled={isReadOnly}
            onChoice={choose}
          />
        ))}
      </div>
      <Group gap="sm" mt="sm">
        <Text size="sm" role="status" className="bo-tabular">
          {count === 0
            ? 'Check attributes and their values to make variants'
            : `${nameOfCount(count)} by what is checked`}
        </Text>
        {leftOut > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isReadOnly}
            onClick={() => generate(choice, true)}
          >
            {`Add ${nameOfCount(leftOut)} that are left out`}
          </Button>
        )}
      </Group>
      {isWaiting && (
        <Alert
          mt="sm"
          icon={<IconInfoCircle />}
          title={count > maxGenerated ? 'That is too many' : 'That is a lot'}
        >
          <Text size="sm" mb="sm">
            {count > maxGenerated
              ? `What is checked makes ${nameOfCount(count)}. A product can have at most ${maxGenerated.toLocaleString('en')}: uncheck some values.`
              : `What is checked makes ${nameOfCount(count)}. Shall they be made?`}
          </Text>
          <Group gap="sm">
            {count <= maxGenerated && (
              <Button size="xs" disabled={isReadOnly} onClick={() => generate(choice)}>
                {`Generate ${nameOfCount(count)}`}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setWaiting(null)}>
              Back to what was checked
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
};
