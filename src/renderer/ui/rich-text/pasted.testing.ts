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
