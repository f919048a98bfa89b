import {
  BinaryOperationNode,
  Kysely,
  type KyselyConfig,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  RawNode,
  SqliteAdapter,
  ValueNode,
} from 'kysely';
import { argument } from './prepared.ts';
import type { Tables } from './tables.ts';

/** Compares with a list that is one parameter. */
const compareWithList = (isSqlite: boolean, operator: 'in' | 'not in', values: readonly unknown[]) => {
  const isLater = values[0] === argument;
  if (isSqlite) {
    const list = ValueNode.create(isLater ? argument : JSON.stringify(values));
    return [operator, RawNode.create(['(select value from json_each(', '))'], [list])] as const;
  }
  const list = RawNode.create(['(', ')'], [ValueNode.create(isLater ? argument : values)]);
  return [operator === 'in' ? '= any' : '<> all', list] as const;
};

class ListParameters extends OperationNodeTransformer {
  readonly #isSqlite: boolean;

  constructor(isSqlite: boolean) {
    super();
    this.#isSqlite = isSqlite;
  }

  protected override transformBinaryOperation(
    ...parameters: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ): BinaryOperationNode {
    const node = super.transformBinaryOperation(...parameters);
    const { leftOperand, operator, rightOperand } = node;
    if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand)) return node;
    if (operator.operator !== 'in' && operator.operator !== 'not in') return node;
    const [comparison, list] = compareWithList(this.#isSqlite, operator.operator, rightOperand.values);
    return BinaryOperationNode.create(leftOperand, RawNode.createWithSql(comparison), list);
  }
}

/**
 * Creates the query builder of a database. It sends the list of an `in` or `not in` as one parameter, so that the list can
 * have any length: databases limit the parameters of a statement.
 */
export const createQueryBuilder = (config: Pick<KyselyConfig, 'dialect' | 'log'>): Kysely<Tables> => {
  const transformer = new ListParameters(config.dialect.createAdapter() instanceof SqliteAdapter);
  return new Kysely<Tables>({
    ...config,
    plugins: [
      {
        transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
        transformResult: async ({ result }) => result,
      },
    ],
  });
};
