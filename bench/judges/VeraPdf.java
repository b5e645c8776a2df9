import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** What veraPDF says of files: lines of `flavour TAB path` in, lines of `path TAB true or false TAB rules that fail` out. */
public class VeraPdf {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split("\t");
      PDFAFlavour flavour = PDFAFlavour.fromString(parts[0]);
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(parts[1]), flavour)) {
        ValidationResult result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
        TreeSet<String> rules = new TreeSet<>();
        for (TestAssertion one : result.getTestAssertions()) if (one.getStatus() == TestAssertion.Status.FAILED) rules.add(one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber());
        System.out.println(parts[1] + "\t" + result.isCompliant() + "\t" + String.join(", ", rules));
      } catch (Throwable error) {
        System.out.println(parts[1] + "\tfalse\t" + error);
      }
    }
  }
}
