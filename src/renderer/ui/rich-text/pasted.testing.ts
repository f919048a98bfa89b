/** Clipboard HTML of Google Docs: a `b` element that isn't bold wraps everything, and emphasis is in styles. */
export const pastedFromGoogleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5d1f0c2e-7fff-8a21-4b1d-1d2f3c4b5a69"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">Nib sizes</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Bold</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;"> and </span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:italic;text-decoration:underline;-webkit-text-decoration-skip:none;text-decoration-skip-ink:none;vertical-align:baseline;white-space:pre-wrap;">both</span></p><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;vertical-align:top;padding:5pt 5pt 5pt 5pt;overflow:hidden;overflow-wrap:break-word;"><p dir="ltr" style="line-height:1.2;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;">Fine</span></p></td><td style="vertical-align:top;"><p dir="ltr" style="line-height:1.2;"><span style="font-size:11pt;color:#000000;">0.5 mm</span></p></td></tr></tbody></table></div><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;color:#000000;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="color:#000000;">Two</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`;

export const pastedFromWebsite = `<html>
<body>
<!--StartFragment--><div class="article" data-track="a1" style="color: rgb(0, 0, 0); font-family: Georgia;">
  <style>.article { color: red }</style>
  <script>window.dataLayer.push({ event: "view" });</script>
  <h3 id="care">Care</h3>
  <p>Rinse the <a href="#nib">nib</a>, see <a href="/help/ink.html">ink</a>, <a href="javascript:void(0)">open</a>,
  <a href="file:///C:/pens.html">file</a> or <a href="https://example.com/ink#black">our guide</a>.</p>
  <table class="specs">
    <caption>Specification</caption>
    <thead><tr><th scope="col">Part</th><th scope="col">Value</th></tr></thead>
    <tbody>
      <tr><td>Weight</td><td>20&nbsp;g</td></tr>
      <tr><td colspan="2">Made in Kochi</td></tr>
    </tbody>
  </table>
  <p><img src="https://cdn.example.com/pen.jpg" alt="Pen"></p>
  <iframe src="https://www.youtube.com/embed/x" title="Film"></iframe>
  <video src="film.mp4">Your browser cannot play this</video>
  <noscript>Enable scripts</noscript>
  <form><label>Mail <input name="mail"></label></form>
</div><!--EndFragment-->
</body>
</html>`;

export const pastedTableFromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><style>
<!-- table.MsoTableGrid {mso-style-name:"Table Grid"; border:solid windowtext 1.0pt;} --></style></head>
<body lang=EN-GB><!--StartFragment-->
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal style='margin-bottom:0cm;line-height:normal'><b>Pen<o:p></o:p></b></p>
  </td>
  <td width=301 valign=top style='width:225.4pt'>
  <p class=MsoNormal><b>Price<o:p></o:p></b></p>
  </td>
 </tr>
 <tr>
  <td width=301 valign=top><p class=MsoNormal>Gel<o:p></o:p></p><p class=MsoNormal>black<o:p></o:p></p></td>
  <td width=301 valign=top><p class=MsoNormal><o:p>&nbsp;</o:p></p></td>
 </tr>
</table>
<!--EndFragment--></body></html>`;

/** Clipboard HTML of Slack: paragraphs are apart by an inline element that is displayed as a block. */
export const pastedFromSlack = `<meta charset='utf-8'><span style="display: inline !important;">Fine tip</span><span class="c-mrkdwn__br" data-stringify-type="paragraph-break" style="box-sizing: inherit; display: block; height: 8px;"></span><span style="display: inline !important;">Refillable</span><ul data-stringify-type="unordered-list" data-indent="0"><li data-stringify-indent="0">Red</li></ul><ul data-stringify-type="unordered-list" data-indent="1"><li data-stringify-indent="1">Dark</li></ul><ul data-stringify-type="unordered-list" data-indent="0"><li data-stringify-indent="0">Blue</li></ul>`;

const wordItem = (number: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${number}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;

export const pastedContinuedListFromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><style><!-- @list l0:level1 {mso-level-tab-stop:none;} --></style></head><body lang=EN-GB><!--StartFragment-->${wordItem('1.', 'Open the cap')}<p class=MsoListParagraphCxSpMiddle>Turn it.<o:p></o:p></p>${wordItem('2.', 'Insert the refill')}${wordItem('3.', 'Close it')}<!--EndFragment--></body></html>`;

/** Word for the web writes a list for each item. */
export const pastedFromWordForTheWeb = `<div class="ListContainerWrapper"><ol start="1"><li data-aria-level="1"><p>One</p></li></ol></div><div class="ListContainerWrapper"><ol start="2"><li data-aria-level="1"><p>Two</p></li></ol></div><div class="ListContainerWrapper"><ul><li data-aria-level="2"><p>Sub</p></li></ul></div><div class="ListContainerWrapper"><ol start="1"><li data-aria-level="1"><p>Other</p></li></ol></div>`;

export const pastedCodeFromChatGpt = `<p>Use:</p><pre class="overflow-visible!"><div class="contain-inline-size"><div class="flex items-center">json</div><div class="sticky"><button>Copy code</button></div><div class="overflow-y-auto p-4" dir="ltr"><code class="whitespace-pre! language-json"><span>{ </span><span>"a"</span>: 1 }
</code></div></div></pre>`;

/** Two tasks, of which the first is done, by the program they are copied from. */
export const pastedTasks = {
  Confluence: `<ul class="inline-task-list"><li class="checked" data-inline-task-id="1"><span>Cap</span></li><li data-inline-task-id="2"><span>Nib</span></li></ul>`,
  'the editor of Confluence': `<div data-node-type="actionList" data-task-list-local-id="a"><div data-node-type="actionItem" data-task-local-id="b" data-task-state="DONE">Cap</div><div data-task-local-id="c" data-task-state="TODO">Nib</div></div>`,
  Notion: '<!-- notionvc: 1 --><ul><li>[x] Cap</li><li>[ ] Nib</li></ul>',
  'an export of Notion': `<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Cap</span></li><li><div class="checkbox checkbox-off"></div> <span>Nib</span></li></ul>`,
  GitHub: `<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> Cap</li><li class="task-list-item"><input type="checkbox" disabled> Nib</li></ul>`,
};
