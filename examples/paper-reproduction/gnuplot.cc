// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/gnuplot.h"

#include <cctype>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::bacepipe::reproduction
{

std::string
GetPreamble(const std::string& name, int width, int height)
{
    // Colours that the colour-blind can tell apart (Okabe and Ito).
    return "# SPDX-License-Identifier: GPL-2.0-only\n# Replot: gnuplot " + name +
           ".gnuplot. Error bars reach from 10 to 90 % of the samples, points are medians.\n"
           "set terminal svg size " +
           std::to_string(width) + "," + std::to_string(height) +
           " font 'DejaVu Sans,14' background 'white'\n"
           "set output 'reproduction/" +
           name +
           ".svg'\n"
           "set encoding utf8\n"
           "set grid linecolor 'gray80'\n"
           "set style line 1 linecolor '#0072b2' linewidth 2 pointtype 7 pointsize 0.6\n"
           "set style line 2 linecolor '#e69f00' linewidth 2 pointtype 5 pointsize 0.6\n"
           "set style line 3 linecolor '#009e73' linewidth 2 pointtype 9 pointsize 0.6\n"
           "set style line 4 linecolor '#cc79a7' linewidth 2 pointtype 11 pointsize 0.6\n"
           "set style line 5 linecolor '#d55e00' linewidth 2 pointtype 13 pointsize 0.6\n"
           "set style line 6 linecolor 'black' linewidth 2 pointtype 2 pointsize 0.8\n";
}

std::string
MakeBlockName(const std::string& text)
{
    std::string name = "$";
    for (const char c : text)
    {
        if (std::isalnum(static_cast<unsigned char>(c)))
        {
            name += c;
        }
    }
    return name;
}

std::string
FormatPoint(const Summary& summary)
{
    std::ostringstream out;
    out << ' ' << summary.median << ' ' << summary.low << ' ' << summary.high;
    return out.str();
}

bool
RunGnuplot(const std::string& directory, const std::string& script)
{
    const pid_t child = fork();
    if (child == 0)
    {
        if (chdir(directory.c_str()) == 0)
        {
            execlp("gnuplot", "gnuplot", script.c_str(), nullptr);
        }
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
    {
        throw std::runtime_error("cannot start a process");
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    {
        std::cerr << "no gnuplot: figures are left out, their scripts are there" << std::endl;
        return false;
    }
    if (status != 0)
    {
        throw std::runtime_error("gnuplot fails on " + script);
    }
    return true;
}

} // namespace ns3::bacepipe::reproduction
