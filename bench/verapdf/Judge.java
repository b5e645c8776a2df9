import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.TreeSet;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/** Reads lines of flavour, tab, file; writes for each file, flavour, pass or fail, and the clauses that fail. */
public class Judge {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    LogManager.getLogManager().reset();
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("\t");
      PDFAFlavour flavour = PDFAFlavour.byFlavourId(parts[0]);
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(parts[1]), flavour)) {
        PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, 2000, false, false, false);
        ValidationResult result = validator.validate(parser);
        TreeSet<String> clauses = new TreeSet<>();
        for (Object key : result.getFailedChecks().keySet()) clauses.add(((RuleId) key).getClause() + "-" + ((RuleId) key).getTestNumber());
        System.out.println(parts[1] + "\t" + parts[0] + "\t" + (result.isCompliant() ? "pass" : "fail") + "\t" + String.join(",", clauses));
      } catch (Throwable error) {
        System.out.println(parts[1] + "\t" + parts[0] + "\terror\t" + error.getClass().getSimpleName());
      }
    }
  }
}
