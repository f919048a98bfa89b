import { describe, expect, it } from 'vitest';
import { main, makeXlsx, readCells, readInProcess, sheetRow, textCell } from './test-workbooks.ts';

const fileName = 'a.xlsx';

describe('the cells of a sheet', () => {
  const header = sheetRow(1, ['A', 'B', 'C'].map((column) => textCell(`${column}1`, column)).join(''));

  it('decode the text of a formula once', async () => {
    const sheet = `${header}${sheetRow(2, '<c r="A2" t="str"><f>A1</f><v>a &amp;lt; b</v></c>')}`;
    expect(await readCells({ bytes: await makeXlsx({ sheet }), fileName })).toEqual([['a &lt; b', '', '']]);
  });

  it('are read if they refer to a shared string that is missing', async () => {
    const sheet = `${header}${sheetRow(2, '<c r="A2" t="s"><v>7</v></c><c r="B2"><v>5</v></c>')}`;
    expect(await readCells({ bytes: await makeXlsx({ sheet }), fileName })).toEqual([['#ERROR!', '5', '']]);
  });

  it('can be ISO dates', async () => {
    const dates = ['2026-11-27', '2026-11-27T06:30:00', '06:30:00'].map(
      (value, at) => `<c r="${'ABC'[at]}2" s="${at}" t="d"><v>${value}</v></c>`,
    );
    const styles = `<cellXfs>${[14, 22, 21].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const bytes = await makeXlsx({ sheet: header + sheetRow(2, dates.join('')), styles });
    expect(await readCells({ bytes, fileName })).toEqual([['2026-11-27', '2026-11-27T06:30:00', '6:30:00']]);
  });

  const cells = [
    '<c r="A2" t="s"><v>0</v></c><c r="C2" s="1"><v>46353</v></c>',
    '<c r="B2" t="inlineStr"><is><t xml:space="preserve"> Žluť &#x1F600; _x0041_ </t></is></c>',
    '<c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#N/A</v></c><c r="C2"><f>1/0</f></c>',
    '<c r="A2"/><c r="B2" s="1"/><c r="C2" t="str"><f>A1</f><v>x</v></c>',
  ];
  const rewrites: [string, (xml: string) => string][] = [
    ['with a namespace prefix', (xml) => xml.replace(/<(\/?)(?=\w)/g, '<$1x:')],
    ['with single quotes', (xml) => xml.replaceAll('"', "'")],
    ['with other orders and spaces', (xml) => xml.replace(/ (r="\w+")([^<>/]*)/g, '\n$2  $1 ')],
    ['with CDATA', (xml) => xml.replace(/(?<=<v>)[^<]*/g, (value) => `<![CDATA[${value}]]>`)],
    ['with rows in another order', (xml) => xml.replace(/(<row.*?<\/row>)(<row.*<\/row>)/, '$2$1')],
  ];
  it.each(rewrites)('are the same %s', async (_, rewrite) => {
    const read = async (sheetData: string) => {
      const bytes = await makeXlsx(
        {
          sheet: '',
          strings: '<si><t>Pen</t></si>',
          styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
        },
        {
          'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}" xmlns:x="${main}">${sheetData}</worksheet>`,
        },
      );
      return (await readInProcess({ bytes, fileName })).rows;
    };
    for (const each of cells) {
      const sheetData = `<sheetData>${header}${sheetRow(2, each)}</sheetData>`;
      expect(await read(rewrite(sheetData))).toEqual(await read(sheetData));
    }
  });
});
