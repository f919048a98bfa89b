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
import type { Tables } from './tables.ts';

type Kind = 'sqlite' | 'postgres';

const toList = (kind: Kind, { values }: PrimitiveValueListNode): RawNode =>
  kind === 'sqlite'
    ? RawNode.create(['(select value from json_each(', '))'], [ValueNode.create(JSON.stringify(values))])
    : RawNode.create(['(', ')'], [ValueNode.create(values)]);

const operators = {
  sqlite: { in: 'in', 'not in': 'not in' },
  postgres: { in: '= any', 'not in': '<> all' },
};

class ListParameters extends OperationNodeTransformer {
  readonly #kind: Kind;

  constructor(kind: Kind) {
    super();
    this.#kind = kind;
  }

  protected override transformBinaryOperation(
    ...parameters: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ): BinaryOperationNode {
    const node = super.transformBinaryOperation(...parameters);
    const { leftOperand, operator, rightOperand } = node;
    if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand)) return node;
    const { operator: name } = operator;
    if (name !== 'in' && name !== 'not in') return node;
    return BinaryOperationNode.create(
      leftOperand,
      RawNode.createWithSql(operators[this.#kind][name]),
      toList(this.#kind, rightOperand),
    );
  }
}

/**
 * Creates the query builder of a database. It sends the list of an `in` or `not in` as one parameter, so that the list can
 * have any length: databases limit the parameters of a statement.
 */
export const createQueryBuilder = (config: Pick<KyselyConfig, 'dialect' | 'log'>): Kysely<Tables> => {
  const isSqlite = config.dialect.createAdapter() instanceof SqliteAdapter;
  const transformer = new ListParameters(isSqlite ? 'sqlite' : 'postgres');
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
