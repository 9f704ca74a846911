import {
  CommonTableExpressionNameNode,
  PostgresQueryCompiler,
  type QueryId,
  ReferenceNode,
  type RootOperationNode,
  SelectModifierNode,
  type TableNode,
} from 'kysely';

/**
 * Adds the shop's schema to each table, because a pooler shares sessions, and so their search_path, among shops. Raw
 * SQL gets it through `sql.table`.
 */
export class SchemaCompiler extends PostgresQueryCompiler {
  readonly #schema: string;
  /** The parts of a `with`, which have no schema. */
  readonly #parts = new Set<string>();

  constructor(schema: string) {
    super();
    this.#schema = schema;
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId) {
    this.#parts.clear();
    return super.compileQuery(node, queryId);
  }

  protected override visitTable(node: TableNode): void {
    const { identifier, schema } = node.table;
    const parent = this.parentNode;
    if (parent && CommonTableExpressionNameNode.is(parent)) this.#parts.add(identifier.name);
    // Columns and locks refer to a table that the statement has named already.
    const isNamed = parent && (ReferenceNode.is(parent) || SelectModifierNode.is(parent));
    if (!schema && !isNamed && !this.#parts.has(identifier.name))
      this.append(`"${this.sanitizeIdentifier(this.#schema)}".`);
    super.visitTable(node);
  }
}
